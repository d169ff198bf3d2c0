// Electron's `Menu`: labels, keys and actions of roles, the keys of items, and the context menu.
import { afterEach, describe, expect } from 'vitest';
import { eventually, test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture();
const mac = process.platform === 'darwin';

/**
 * The visible items of a menu: labels with keys and role, submenus as lists, separators as a dash.
 */
function outline(template: Electron.MenuItemConstructorOptions[]) {
  return fixture.app.evaluate(({ Menu }, given) => {
    const lines = (menu: Electron.Menu): unknown[] =>
      menu.items.map(({ type, label, accelerator, role, submenu }) => {
        if (type === 'separator') return '-';
        const line = [label, accelerator, role]
          .filter((part) => part !== undefined && part !== null)
          .join(' | ');
        return submenu ? [line, ...lines(submenu)] : line;
      });
    return lines(Menu.buildFromTemplate(given));
  }, template);
}

describe('a role', () => {
  test('a role supplies its submenu, labels and keys', { skip: mac }, async () => {
    expect(await outline([{ role: 'editMenu' }, { role: 'windowMenu' }])).toEqual([
      [
        'Edit | editmenu',
        'Undo | CommandOrControl+Z | undo',
        'Redo | Shift+CommandOrControl+Z | redo',
        '-',
        'Cut | CommandOrControl+X | cut',
        'Copy | CommandOrControl+C | copy',
        'Paste | CommandOrControl+V | paste',
        'Delete | delete',
        '-',
        'Select All | CommandOrControl+A | selectall',
      ],
      [
        'Window | windowmenu',
        'Minimize | CommandOrControl+M | minimize',
        'Zoom | zoom',
        'Close | CommandOrControl+W | close',
      ],
    ]);
    expect(
      await outline([{ role: 'zoomIn' }, { role: 'togglefullscreen' }, { role: 'quit', label: 'Leave' }]),
    ).toEqual([
      'Zoom In | CommandOrControl+Plus | zoomin',
      'Toggle Full Screen | F11 | togglefullscreen',
      'Leave | CommandOrControl+Q | quit',
    ]);
  });

  test('a role that the stand-in lacks throws its name', async () => {
    await expect(outline([{ role: 'toggleDevTools' }])).rejects.toThrow(
      'the menu role “toggleDevTools” is not built',
    );
  });
});

test('a menu omits separators at its ends and beside other separators', async () => {
  const line = { type: 'separator' } as const;
  expect(await outline([line, { label: 'a' }, line, line, { label: 'b' }, line])).toEqual(['a', '-', 'b']);
});

test('the first separators of a menu stay, including hidden ones', async () => {
  const lines = await fixture.app.evaluate(({ Menu }) => {
    const hidden = { type: 'separator', id: 'hidden', visible: false } as const;
    const shown = { type: 'separator', id: 'shown' } as const;
    const { items } = Menu.buildFromTemplate([hidden, { label: 'a' }, shown, hidden, { label: 'b' }, hidden]);
    return items.map(({ id, label }) => id ?? label);
  });
  expect(lines).toEqual(['a', 'hidden', 'b']);
});

test('missing properties of an item are null', async () => {
  const [plain, role] = await fixture.app.evaluate(({ Menu }) =>
    Menu.buildFromTemplate([{ label: 'a' }, { role: 'selectAll' }]).items.map(
      ({ role: name, accelerator, submenu, icon }) => [name, accelerator, submenu, icon] as unknown,
    ),
  );
  expect(plain).toEqual([null, null, null, null]);
  expect(role).toEqual(['selectall', 'CommandOrControl+A', null, null]);
});

test.each([
  [[null], 'Invalid template for MenuItem: must have at least one of label, role or type'],
  [[{ label: 'a', type: 'radio' }], 'the menu item type “radio” is not built'],
  [[{ click: 'x' }], 'Invalid template for MenuItem: must have at least one of label, role or type'],
  [[{ label: 'a', type: 'nonsense' }], 'Unknown menu item type: nonsense'],
  [[{ label: 'a', type: 'submenu' }], 'Invalid submenu'],
])('the menu template %j is refused', async (template, message) => {
  await expect(outline(template as unknown as Electron.MenuItemConstructorOptions[])).rejects.toThrow(
    message,
  );
});

describe('in a page', () => {
  afterEach(async () => {
    await fixture.page.evaluate(() => document.querySelector('textarea')?.remove());
    await fixture.app.evaluate(({ Menu }) => Menu.setApplicationMenu(null));
  });

  async function addField(text: string): Promise<void> {
    await fixture.page.evaluate((value) => {
      const field = document.body.appendChild(document.createElement('textarea'));
      field.value = value;
      field.focus();
    }, text);
  }
  const fieldText = () => fixture.page.evaluate(() => document.querySelector('textarea')?.value);

  const choose = (role: string) =>
    fixture.app.evaluate(({ BrowserWindow, Menu }, name) => {
      const [item] = Menu.buildFromTemplate([{ role: name as 'undo' }]).items;
      const [window] = BrowserWindow.getAllWindows();
      // Electron calls `click` with an event, the focused window and its contents.
      Reflect.apply(item?.click ?? (() => undefined), item, [{}, window, window?.webContents]);
    }, role);

  test('the roles for editing change the text of the focused field', { skip: mac }, async () => {
    await addField('');
    await fixture.page.keyboard.type('one');
    await choose('selectAll');
    await choose('cut');
    await eventually(fieldText).toBe('');
    await choose('paste');
    await choose('paste');
    await eventually(fieldText).toBe('oneone');
    await choose('undo');
    await eventually(fieldText).toBe('one');
    await choose('redo');
    await eventually(fieldText).toBe('oneone');
    await choose('selectAll');
    await choose('delete');
    await eventually(fieldText).toBe('');
  });

  test('the zoom roles change the zoom in steps, and for every page of the origin', async () => {
    const levels = () =>
      fixture.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getZoomLevel()),
      );
    await fixture.app.evaluate(() => globalThis.fixture.openWindow());
    await choose('zoomIn');
    await choose('zoomIn');
    expect(await levels()).toEqual([1, 1]);
    await choose('zoomOut');
    expect(await levels()).toEqual([0.5, 0.5]);
    await choose('resetZoom');
    expect(await levels()).toEqual([0, 0]);
    await fixture.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.destroy());
  });

  test('keys that the page does not handle choose the menu item with these keys', { skip: mac }, async () => {
    await fixture.app.evaluate(({ Menu }) => {
      const chosen: string[] = [];
      Object.assign(globalThis, { chosen });
      const item = (accelerator: string, more: Electron.MenuItemConstructorOptions = {}) => ({
        label: accelerator,
        accelerator,
        click: () => void chosen.push(accelerator),
        ...more,
      });
      Menu.setApplicationMenu(
        Menu.buildFromTemplate([
          {
            label: 'All',
            submenu: [
              item('CommandOrControl+,'),
              item('Ctrl+Shift+L'),
              item('Ctrl+Plus'),
              item('Alt+Up', { enabled: false }),
              item('F8'),
              item('no keys at all'),
            ],
          },
        ]),
      );
    });
    await addField('');
    await fixture.page.evaluate(() => {
      addEventListener('keydown', (event) => event.key === 'F8' && event.preventDefault());
    });
    for (const keys of [
      'Control+,',
      'Control+Shift+L',
      'Control+Shift++',
      'Alt+ArrowUp',
      'F8',
      'Control+Shift+K',
    ])
      await fixture.page.keyboard.press(keys);
    await eventually(() => fixture.app.evaluate(() => Reflect.get(globalThis, 'chosen') as unknown)).toEqual([
      'CommandOrControl+,',
      'Ctrl+Shift+L',
      'Ctrl+Plus',
    ]);
  });

  test('a right click reports the link, the selection and the misspelled word at its place', async () => {
    await fixture.app.evaluate((electron) => {
      const { misspellings } = Reflect.get(electron, 'standIn') as { misspellings: Map<string, string[]> };
      misspellings.set('wrlod', ['world']);
      const [window] = electron.BrowserWindow.getAllWindows();
      const spots: object[] = [];
      Object.assign(globalThis, { spots });
      window?.webContents.on('context-menu', (_event, spot) => {
        const {
          isEditable,
          selectionText,
          misspelledWord,
          dictionarySuggestions,
          linkURL,
          editFlags,
          frame,
        } = spot;
        const isMainFrame = frame === window.webContents.mainFrame;
        const { canCut, canPaste, canUndo } = editFlags;
        const words = [misspelledWord, ...dictionarySuggestions];
        const menuSpot = {
          isEditable,
          selectionText,
          words,
          linkURL,
          canCut,
          canPaste,
          canUndo,
          own: isMainFrame,
        };
        spots.push({ ...menuSpot, placed: spot.x > 0 && spot.y > 0 });
      });
    });
    await addField('wrlod');
    await fixture.page.locator('#plain').click({ button: 'right' });
    await fixture.page.locator('textarea').click({ button: 'right', position: { x: 20, y: 10 } });
    const common = { own: true, placed: true, canUndo: false };
    await eventually(() => fixture.app.evaluate(() => Reflect.get(globalThis, 'spots') as unknown)).toEqual([
      {
        ...common,
        isEditable: false,
        selectionText: '',
        words: [''],
        linkURL: 'https://foreign.invalid/plain',
        canCut: false,
        canPaste: false,
      },
      {
        ...common,
        isEditable: true,
        selectionText: 'wrlod',
        words: ['wrlod', 'world'],
        linkURL: '',
        canCut: true,
        canPaste: true,
      },
    ]);
    // The right click selects the word, so that another word can replace it.
    await fixture.page.locator('textarea').click({ button: 'right', position: { x: 20, y: 10 } });
    await fixture.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.replaceMisspelling('world'),
    );
    await eventually(fieldText).toBe('world');
  });
});
