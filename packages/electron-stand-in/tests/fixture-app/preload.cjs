const { contextBridge, ipcRenderer, webUtils } = require('electron');

contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  pathOf: (file) => ipcRenderer.invoke('echo', [webUtils.getPathForFile(file)]),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  subscribe: (channel, listener) => {
    const forward = (_event, ...args) => listener(...args);
    ipcRenderer.on(channel, forward);
    return () => ipcRenderer.off(channel, forward);
  },
  missing: () => ipcRenderer.sendSync('any'),
  answer: 42,
});
