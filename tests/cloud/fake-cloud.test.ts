import { beforeEach } from 'vitest';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { describeRemoteStore, type Subject } from './remote-store-contract.ts';

let subject: Subject;
beforeEach(() => {
  const cloud = createFakeCloud();
  subject = {
    remote: cloud.connect(),
    put: (id, fields) => cloud.put(id, fields),
    remove: (id) => cloud.remove(id),
    freeze: async () => cloud.freeze(),
  };
});

describeRemoteStore('the cloud in memory', () => subject);
