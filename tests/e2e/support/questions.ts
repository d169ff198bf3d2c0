/** The questions that the app asks in dialogs of the system. */
import type { ElectronApplication } from '@playwright/test';

/** From now on, presses the button of this name in each question, or Cancel if it has no such button. */
export async function answerQuestions(electron: ElectronApplication, button: string): Promise<void> {
  await electron.evaluate(({ dialog }, name) => {
    const questions: string[] = [];
    Object.assign(globalThis, { askedQuestions: questions });
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message, buttons = [], cancelId = 0 } = args.at(-1) as Electron.MessageBoxOptions;
      questions.push(message);
      const response = buttons.includes(name) ? buttons.indexOf(name) : cancelId;
      return Promise.resolve({ response, checkboxChecked: false });
    };
  }, button);
}

/** The questions that were asked since `answerQuestions`. */
export function askedQuestions(electron: ElectronApplication): Promise<readonly string[]> {
  return electron.evaluate(() => Reflect.get(globalThis, 'askedQuestions') as string[]);
}
