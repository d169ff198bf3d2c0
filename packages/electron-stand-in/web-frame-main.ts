/**
 * `WebFrameMain`: the document that sent a message. After a reload there is a new one.
 *
 * Limit: only top frames, so `parent` is always null.
 */
import { appOrigin } from './scheme.ts';
import { StrictEmitter } from './strict.ts';

export class WebFrameMain extends StrictEmitter {
  url: string;
  readonly routingId: number;
  readonly processId: number;
  readonly frameTreeNodeId: number;
  readonly name = '';
  readonly parent = null;
  readonly frames: readonly never[] = [];
  #destroyed = false;

  constructor(url: string, contentsId: number) {
    super('WebFrameMain');
    this.url = url;
    this.routingId = contentsId;
    this.processId = contentsId;
    this.frameTreeNodeId = contentsId;
  }
  get origin(): string {
    return appOrigin(this.url);
  }
  get top(): WebFrameMain {
    return this;
  }
  get detached(): boolean {
    return this.#destroyed;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  /**
   * Called by the stand-in when another document has replaced this one, its process has crashed, or its
   * window was closed.
   */
  detach(): void {
    this.#destroyed = true;
  }
}
