/**
 * Which keys may open the quick note from anywhere. A global shortcut takes its keys from every program, so that keys which write
 * a character are refused. Keys are given as accelerators of Electron, in upper or lower case.
 */

const FUNCTION_KEY = /^f\d{1,2}$/;
const WRITES_NOTHING =
  /^(?:f\d{1,2}|up|down|left|right|home|end|pageup|pagedown|insert|delete|backspace|enter|return|tab|esc|escape|printscreen|(?:volume|media)[a-z]+)$/;

/**
 * @param platform as in `process.platform`
 * @returns why these keys cannot be a global shortcut, in a sentence; null if they can
 */
export function whyKeysAreRefused(accelerator: string, platform: string): string | null {
  const isMac = platform === 'darwin';
  const held = accelerator.toLowerCase().split('+');
  const key = held.pop() ?? '';
  const holds = (...names: readonly string[]): boolean => names.some((name) => held.includes(name));
  const either = holds('commandorcontrol', 'cmdorctrl');
  const command = holds('super', 'meta', 'command', 'cmd') || (isMac && either);
  const control = holds('control', 'ctrl') || (!isMac && either);
  const alt = holds('alt', 'option');
  // Alone, or with Shift, a key writes a character.
  if (!command && !control && !alt && !FUNCTION_KEY.test(key)) {
    return `Hold ${isMac ? '⌘, ⌃ or ⌥' : `Ctrl, Alt or ${platform === 'win32' ? 'Win' : 'Super'}`} together with another key.`;
  }
  if (command || WRITES_NOTHING.test(key)) return null;
  // Windows does not distinguish AltGr from Ctrl and Alt together.
  if (holds('altgr') || (platform === 'win32' && control && alt)) {
    return 'Ctrl and Alt together are AltGr, which writes characters such as ń or €. Choose other keys.';
  }
  if (isMac && alt && !control) return '⌥ with this key writes a character. Hold ⌘ or ⌃ as well.';
  return null;
}
