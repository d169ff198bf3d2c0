/** Made by the build, see `src/build/theme.ts`. */
declare module 'virtual:theme.css';
