/** `Notification`: recorded (system.ts), never shown. Tests emit `click`. */
import { system } from './system.ts';
import { strictProxy, StrictEmitter } from './strict.ts';

class NotificationClass extends StrictEmitter {
  title: string;
  body: string;
  silent: boolean;

  constructor(options: { readonly title?: string; readonly body?: string; readonly silent?: boolean } = {}) {
    super('Notification');
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
  }
  show(): void {
    system.notifications.push(this);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
  static isSupported(): boolean {
    return true;
  }
}

export const Notification = strictProxy('Notification', NotificationClass);
