/** How late the machine is: measured all through a run, so that a busy one is not blamed on the target. */

const every = 20;

/** Measures by how much a timer is late, and tells whenever the worst has grown noticeably. */
export function measureNoise(tell: (ms: number) => void): () => void {
  let told = 0;
  let due = performance.now() + every;
  const timer = setInterval(() => {
    const now = performance.now();
    const late = Math.max(0, now - due);
    due = now + every;
    if (late >= told * 1.25 + 1) {
      told = late;
      tell(late);
    }
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
