/** Errors that prevent the app from starting, as the user reads them. */
import { AppError, type ErrorCode } from '#shared/base/error.ts';
import type { Reason } from '#shared/base/reasons.ts';

/**
 * Its message also names the file, folder or switch to change. It goes to the terminal or into a dialog; the
 * log has only the reason.
 */
export class StartError extends AppError {
  override readonly message: string;

  constructor(code: ErrorCode, reason: Reason, message: string, options?: ErrorOptions) {
    super(code, reason, options);
    this.message = message;
  }
}
