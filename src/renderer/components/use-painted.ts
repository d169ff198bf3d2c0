/** For what need not be there in the frame in which something appears. */
import { startTransition, useEffect, useState } from 'react';

/** False in the component's first frame; true once that has been painted and nothing more urgent is left to do. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Before this frame is painted; what it puts off comes after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
