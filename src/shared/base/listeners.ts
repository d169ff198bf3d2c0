/** What listens to a value that changes, until the app ends. */
export interface Listeners<Value> {
  readonly add: (listener: (value: Value) => void) => void;
  /** Calls all listeners, in the order in which they were added. */
  readonly call: (value: Value) => void;
}

/** @param onFailure is told of a listener that has thrown; the others are called all the same */
export function createListeners<Value>(onFailure: (error: unknown) => void): Listeners<Value> {
  const listeners: ((value: Value) => void)[] = [];
  return {
    add: (listener) => void listeners.push(listener),
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
