/** The easing of a spring as CSS knows it: a `linear()` list sampled from a damped oscillation. */

const SAMPLES = 40;
/** Below 1, the spring overshoots a little before it rests. */
const DAMPING = 0.82;
/** Chosen so that the drawer is less than half a pixel from its place at the end of the transition. */
const STIFFNESS = 8.5;

/** Position from 0 to 1 at a time from 0 to 1. */
export function springPosition(time: number): number {
  const damped = STIFFNESS * Math.sqrt(1 - DAMPING ** 2);
  const decay = Math.exp(-DAMPING * STIFFNESS * time);
  return 1 - decay * (Math.cos(damped * time) + ((DAMPING * STIFFNESS) / damped) * Math.sin(damped * time));
}

export function springEasing(): string {
  const points = Array.from({ length: SAMPLES }, (_, index) => springPosition(index / SAMPLES).toFixed(4));
  return `linear(${points.join(', ')}, 1)`;
}
