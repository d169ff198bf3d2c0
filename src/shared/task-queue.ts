/** @returns what runs tasks one after the other, in the order in which they were given to it, whether or not those before failed */
export function createTaskQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
