/** A value, and where it falls the fastest from there. */
export type Slope = (at: Float64Array) => { value: number; gradient: Float64Array }

const KEPT_STEPS = 8
const HALVINGS = 20
/** Of the fall that the slope promises, so much must come true (Armijo). */
const KEPT_PROMISE = 1e-4

/** L-BFGS with a halving line search: a few dozen numbers, smooth, near to convex. */
export function minimise(slope: Slope, start: Float64Array, iterations: number): Float64Array {
  let at = start
  let here = slope(at)
  const steps: { moved: Float64Array; turned: Float64Array; worth: number }[] = []
  for (let round = 0; round < iterations; round++) {
    const direction = downhill(here.gradient)
    const promise = dot(direction, here.gradient)
    if (promise > -1e-9) break
    let size = steps.length === 0 ? 1 / Math.max(1, Math.sqrt(dot(here.gradient, here.gradient))) : 1
    let next = along(at, direction, size)
    let there = slope(next)
    for (let half = 0; half < HALVINGS && there.value > here.value + KEPT_PROMISE * size * promise; half++) {
      size /= 2
      next = along(at, direction, size)
      there = slope(next)
    }
    if (there.value >= here.value) break
    const moved = along(next, at, -1)
    const turned = along(there.gradient, here.gradient, -1)
    const curved = dot(moved, turned)
    if (curved > 1e-12) steps.push({ moved, turned, worth: 1 / curved })
    if (steps.length > KEPT_STEPS) steps.shift()
    at = next
    here = there
  }
  return at

  /** The two-loop recursion over the last steps. */
  function downhill(gradient: Float64Array): Float64Array {
    let way: Float64Array = gradient.slice()
    const shares = steps.map(() => 0)
    for (let index = steps.length - 1; index >= 0; index--) {
      const step = steps[index]
      if (!step) continue
      const share = step.worth * dot(step.moved, way)
      shares[index] = share
      way = along(way, step.turned, -share)
    }
    const last = steps.at(-1)
    if (last) way = way.map((value) => value / (last.worth * dot(last.turned, last.turned)))
    for (const [index, { moved, turned, worth }] of steps.entries()) {
      way = along(way, moved, (shares[index] ?? 0) - worth * dot(turned, way))
    }
    return way.map((value) => -value)
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let place = 0; place < a.length; place++) sum += (a[place] ?? 0) * (b[place] ?? 0)
  return sum
}

function along(from: Float64Array, direction: Float64Array, size: number): Float64Array {
  return from.map((value, place) => value + size * (direction[place] ?? 0))
}
