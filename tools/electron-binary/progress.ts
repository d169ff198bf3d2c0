/** The progress of a download, for a terminal or a log. */

/** Bytes that have arrived; `total` is null if the server does not say. */
export interface Arrived {
  readonly received: number;
  readonly total: number | null;
}

export interface Progress {
  report(arrived: Arrived): void;
  /** Ends the changing line, so that other output can follow. */
  end(): void;
}

const CLEAR_LINE = '\r\u001B[K';

/** A terminal gets one changing line, a log gets a line for each tenth. */
export function createProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): Progress {
  let said = '';
  return {
    report(arrived) {
      const text = `Fetching Electron: ${progressText(arrived)}`;
      const { received, total } = arrived;
      const step = stream.isTTY ? text : String(total === null ? 0 : Math.floor((received * 10) / total));
      if (step === said) return;
      said = step;
      stream.write(stream.isTTY ? `${CLEAR_LINE}${text}` : `${text}\n`);
    },
    end() {
      if (stream.isTTY && said !== '') stream.write('\n');
      said = '';
    },
  };
}

/** For example "43 of 120 MB", in millions of bytes. */
export function progressText({ received, total }: Arrived): string {
  const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
  return `${megabytes(received)}${total === null ? '' : ` of ${megabytes(total)}`} MB`;
}
