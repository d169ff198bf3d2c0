/** An answer over HTTP that is not a success: its status and the JSON that goes with it. */
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
