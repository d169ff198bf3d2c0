/**
 * @returns the function that runs tasks one after the other, in the order of its calls, whether or not
 * earlier tasks failed
 */
export function createTaskQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
