/**
 * A program in place of Electron's binary. It ends like Chromium if its sandbox is denied, if a library is
 * missing, or after a good start; and it records how it was started.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DEATHS = {
  /**
   * Chromium's output if user namespaces are denied and its helper does not belong to root
   * (zygote_host_impl_linux.cc).
   */
  sandbox: `case "$*" in *--no-sandbox*) exit 0 ;; esac
echo "[7:1127/101010.101010:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:129] No usable sandbox! If this is a Debian system, please install the chromium-sandbox package." >&2
kill -TRAP $$`,
  library: `echo "$0: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory" >&2
exit 127`,
  none: 'exit 0',
} as const;

export interface FakeBinary {
  /** The folder named by `ELECTRON_OVERRIDE_DIST_PATH`. */
  readonly folder: string;
  readonly executable: string;
  /** The arguments of each start, oldest first. */
  readonly starts: () => readonly string[];
}

/** @param folder the folder for the binary */
export function makeFakeBinary(
  folder: string,
  death: keyof typeof DEATHS | { readonly code: string },
): FakeBinary {
  mkdirSync(folder, { recursive: true });
  const executable = path.join(folder, 'electron');
  const log = path.join(folder, 'starts');
  const code = typeof death === 'string' ? DEATHS[death] : death.code;
  writeFileSync(executable, `#!/bin/sh\necho "$*" >>'${log}'\n${code}\n`, { mode: 0o755 });
  return {
    folder,
    executable,
    starts: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
  };
}
