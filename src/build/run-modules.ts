/** Runs the app's modules unchanged during the build, on Vite's own module server. */
import { createServer, type Plugin, type ViteDevServer } from 'vite';

/** @param use gets the function that loads a module by its file; the server is closed when `use` is done */
export async function withModules<Result>(
  plugins: readonly Plugin[],
  use: (load: ViteDevServer['ssrLoadModule']) => Promise<Result>,
): Promise<Result> {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [...plugins],
  });
  try {
    return await use((file) => server.ssrLoadModule(file));
  } finally {
    await server.close();
  }
}
