import { expect } from 'vitest';
import { specify } from './spec.ts';

specify('[S4.1] 1,100 notes go in three commits of at most 500, oldest first', (spec) => {
  for (let index = 0; index < 1_100; index += 1) spec.userAdds(`note ${index}`, `${index}`);
  return spec
    .starts()
    .expectState({ phase: 'live', pending: 0 })
    .step('sizes and order', ({ cloud }) => {
      expect(cloud.commits.map((writes) => writes.length)).toEqual([500, 500, 100]);
      const texts = cloud.commits.flat().map((write) => (write.kind === 'create' ? write.fields.text : null));
      expect(texts).toEqual(Array.from({ length: 1_100 }, (_, index) => `${index}`));
    });
});

specify('[S4.1] a note that is edited again keeps its place', (spec) =>
  spec
    .userAdds('first', 'first')
    .userAdds('second', 'second')
    .userEdits('first', { text: 'first, edited' })
    .starts()
    .step('order', ({ cloud, id }) =>
      expect(cloud.commits.flat().map((write) => write.id)).toEqual([id('first'), id('second')]),
    ),
);

specify('[S4.2] a commit stays under 10 MiB', (spec) => {
  for (let index = 0; index < 30; index += 1) spec.userAdds(`note ${index}`, 'é'.repeat(250_000));
  return spec
    .starts()
    .expectState({ phase: 'live', pending: 0 })
    .step('sizes', ({ cloud }) => {
      const sizes = cloud.commits.map((writes) => Buffer.byteLength(JSON.stringify(writes)));
      expect(Math.max(...sizes)).toBeLessThan(10 * 1024 * 1024);
      expect(cloud.documents.size).toBe(30);
    });
});

specify('[S4.3] an edit and a deletion demand the version that they are based on', (spec) => {
  let versions: unknown[] = [];
  return spec
    .starts()
    .userAdds('edited', 'a')
    .userAdds('deleted', 'b')
    .step('remember the versions', ({ cloud, id }) => {
      versions = [id('edited'), id('deleted')].map((note) => cloud.documents.get(note)?.updateTime);
      expect(versions).not.toContain(undefined);
    })
    .userMoves('edited', 'archive')
    .userDeletesForever('deleted')
    .expectCommits(['create'], ['create'], ['edit'], ['delete'])
    .step('what was demanded', ({ cloud }) => {
      const demands = cloud.commits.flat().map((write) => (write.kind === 'create' ? null : write.basedOn));
      expect(demands).toEqual([null, null, ...versions]);
    });
});

specify('[S4.3] a creation demands that there is no such note', (spec) =>
  spec
    .userAdds('note', 'mine')
    .elsewhereWrites('note', { text: 'theirs' })
    .watchIsSilent()
    .starts()
    .expectCloud('note', { text: 'theirs' })
    .expectCloudTexts('mine', 'theirs'),
);
