/** Google's mark, in the colours that its sign-in button must have. */
import type { JSX } from 'react';

export function GoogleMark(): JSX.Element {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden focusable="false">
      <path
        fill="#4285F4"
        d="M17.640 9.200c0-.640-.060-1.250-.160-1.840H9v3.480h4.840a4.140 4.140 0 0 1-1.800 2.720v2.260h2.920c1.700-1.570 2.680-3.880 2.680-6.620z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.430 0 4.470-.800 5.960-2.180l-2.920-2.260c-.800.540-1.840.860-3.040.860-2.340 0-4.330-1.580-5.040-3.710H.960v2.330A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.960 10.710a5.400 5.400 0 0 1 0-3.420V4.960H.960a9 9 0 0 0 0 8.080z" />
      <path
        fill="#EA4335"
        d="M9 3.580c1.320 0 2.510.450 3.440 1.350l2.580-2.580A9 9 0 0 0 .960 4.960l3 2.330C4.670 5.160 6.660 3.580 9 3.580z"
      />
    </svg>
  );
}
