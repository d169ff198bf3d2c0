// Runs before the app's main script: exposes to tests what the app hands to the system, and opens no menu
// that would wait for the user.
const { Menu, Tray } = require('electron');

const probe = { trays: [], popups: [] };
Object.assign(globalThis, { probe });

const setContextMenu = Reflect.get(Tray.prototype, 'setContextMenu');
Tray.prototype.setContextMenu = function (menu) {
  probe.trays = [{ tray: this, menu }];
  return Reflect.apply(setContextMenu, this, [menu]);
};

Menu.prototype.popup = function () {
  probe.popups.push(this.items.map(({ label, role }) => role ?? label));
};
