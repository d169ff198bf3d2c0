/** The browser's pages while signing in to the local cloud. */
import type { Account } from '../identity/accounts.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; padding: 1rem 0; box-sizing: border-box; display: grid; place-items: center; background: light-dark(#f4f5f7, #17181b); }
  main { width: min(26rem, calc(100vw - 2rem)); box-sizing: border-box; padding: 2rem; border-radius: 1rem;
    background: light-dark(#fff, #232529); box-shadow: 0 1px 3px #0003; }
  h1 { margin: 0 0 .25rem; font-size: 1.4rem; font-weight: 600; }
  p { margin: 0 0 1.25rem; color: light-dark(#5a5f66, #a9adb5); }
  ul { list-style: none; margin: 0; padding: 0; }
  button { font: inherit; color: inherit; cursor: pointer; border: 1px solid light-dark(#d5d8dd, #43474e);
    border-radius: .6rem; background: none; padding: .55rem 1rem; }
  button:hover { background: light-dark(#f0f2f5, #2d3036); }
  .account { display: flex; gap: .9rem; align-items: center; width: 100%; text-align: start; margin-bottom: .6rem; }
  .account small { display: block; color: light-dark(#5a5f66, #a9adb5); }
  .initial { flex: none; width: 2.4rem; height: 2.4rem; border-radius: 50%; display: grid; place-items: center;
    background: #3867d6; color: #fff; font-weight: 600; }
  details { margin: .9rem 0 1.2rem; } summary { cursor: pointer; }
  label { display: block; margin-top: .8rem; }
  input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem .7rem; border-radius: .5rem;
    border: 1px solid light-dark(#b9bec6, #555a62); background: transparent; color: inherit; }
  details button { margin-top: 1rem; }
`;

/** The page to choose an account, add one, or cancel. Each choice is a form that posts to the page itself. */
export function chooserPage(accounts: readonly Account[]): string {
  const choices = accounts.map(
    (account) => `<li><form method="post">
      <button class="account" name="sub" value="${escape(account.sub)}">
        <span class="initial" aria-hidden="true">${escape(initialOf(account.name))}</span>
        <span>${escape(account.name)}<small>${escape(account.email)}</small></span>
      </button></form></li>`,
  );
  return page(
    'Choose an account',
    `<h1>Choose an account</h1>
    <p>to continue to Inkling. This is the local cloud: no password, and nothing leaves this machine.</p>
    <ul>${choices.join('')}</ul>
    <details><summary>Use another account</summary>
      <form method="post">
        <label>Email <input type="email" name="email" required autocomplete="off"></label>
        <label>Name <input name="name" autocomplete="off"></label>
        <button>Continue</button>
      </form>
    </details>
    <form method="post"><button name="cancel" value="yes">Cancel</button></form>`,
  );
}

export function errorPage(title: string, description: string): string {
  return page(title, `<h1>${escape(title)}</h1><p>${escape(description)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
    <style>${STYLE}</style></head><body><main>${content}</main></body></html>`;
}

function initialOf(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 63).toUpperCase();
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
