/** Listeners to a value that changes. They stay until the app ends. */
export interface Listeners<Value> {
  readonly add: (listener: (value: Value) => void) => void;
  /** Calls all listeners, in the order in which they were added. */
  readonly call: (value: Value) => void;
}

/** @param onFailure called with the error of a listener; the other listeners are still called */
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
