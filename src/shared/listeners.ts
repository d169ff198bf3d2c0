/** What subscribes to a value that changes. */
export interface Listeners<Value> {
  /** @returns the function that ends the subscription */
  readonly add: (listener: (value: Value) => void) => () => void;
  /** Calls all listeners, in the order in which they were added. */
  readonly call: (value: Value) => void;
}

/** @param onFailure is told of a listener that has thrown; the others are called all the same */
export function createListeners<Value>(onFailure: (error: unknown) => void): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call(value) {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          onFailure(error);
        }
      }
    },
  };
}
