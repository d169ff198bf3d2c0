/** An HTTP response other than a success: its status and its JSON. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
  }
}
