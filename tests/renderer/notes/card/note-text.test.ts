import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NoteText } from '#renderer/notes/card/note-text.tsx';

test.each(['', 'run'])(
  '[C60] markup in a note is text, also with the hits of the query %j in it',
  (query) => {
    const text = '<img src="x" onerror="run()"><script>run()</script> https://example.org/<b>run</b> &lt;';
    const html = renderToStaticMarkup(createElement(NoteText, { text, query }));
    const elements = [...html.matchAll(/<([a-z]+)/g)].map(([, name]) => name);
    expect(elements.filter((name) => !['a', 'mark', 'span'].includes(name ?? ''))).toEqual([]);
    expect(elements).toContain('a');
  },
);
