/** `Notification`: recorded (record.ts) and never drawn. Tests emit `click`. */
import { record } from './record.ts';
import { strict, StrictEmitter } from './strict.ts';

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
    record.notifications.push(this);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
  static isSupported(): boolean {
    return true;
  }
}

export const Notification = strict('Notification', NotificationClass);
