import { setFlagsFromString } from 'node:v8'

/** Before anything loads: V8 takes a code cache only under the flags it was made with. */
export function keepHeapSmall(): void {
  // A daemon waits most of the day: a smaller heap at rest is worth more than the last bit of speed.
  setFlagsFromString('--optimize-for-size')
  // What is loaded at the start is kept for good, and would blow up the space for what is new (measured: 10 MB).
  setFlagsFromString('--semi-space-growth-factor=1')
}
