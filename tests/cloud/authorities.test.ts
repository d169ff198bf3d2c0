/** A company's certificate authority among those that the system trusts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startJourneys, through } from './journeys.ts';

// On Windows and macOS a test would have to change the authorities of the machine itself.
test.skipIf(process.platform !== 'linux')(
  '[C40] notes sync through an inspecting proxy if the system trusts its authority',
  async () => {
    const journeys = await startJourneys();
    const folder = mkdtempSync(path.join(tmpdir(), 'inkling-authorities-'));
    onTestFinished(async () => {
      rmSync(folder, { recursive: true });
      await journeys.cloud.close();
    });
    const { authority, host, proxy } = await journeys.startCompany(['h2']);
    const file = path.join(folder, 'authority.pem');
    writeFileSync(file, authority.cert);
    // A process reads this only once, and this one has not read it yet.
    process.env['SSL_CERT_FILE'] = file;
    const seen = journeys.listen(through(proxy), { host, caFile: undefined });
    await expect.poll(() => seen.arrived).toBe(1);
    expect(seen.obstacles).toEqual([]);
    // The system was asked only after Node's own list was not enough.
    expect(seen.endings).toEqual([{ kind: 'wait', reason: 'cloud-certificate-unknown' }]);

    const otherCompany = await journeys.startCompany(['h2']);
    const strange = journeys.listen(through(otherCompany.proxy), {
      host: otherCompany.host,
      caFile: undefined,
    });
    await expect.poll(() => strange.obstacles).toEqual(['certificate']);
    expect(strange.arrived).toBe(0);
  },
);
