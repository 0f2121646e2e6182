import { checkTree } from '../check-tree.ts'
import { spellKey } from '../key-path.ts'
import type { Written } from '../written.ts'
import type { SetHere } from './kept.ts'
import { laidOver, standing, unitOf } from './overlay.ts'

type Tree = ReturnType<typeof checkTree>

/** What was set here over a good file; what gave way to the file or no longer fits is left out with a warning. */
export function layOver(written: Written, env: NodeJS.ProcessEnv, setHere: SetHere) {
  const { standing: wanted, overtaken } = standing(written.tree(), setHere)
  const gaveWay = overtaken.map(
    (key) => `${key} as it was set on the page gave way to the file, which was changed later`,
  )
  const whole = checkWith(written, env, wanted)
  if (isGood(whole)) return { ...whole, setHere: wanted, warnings: [...whole.warnings, ...gaveWay] }

  let [kept, tree]: [SetHere, Tree] = [new Map(), checkWith(written, env, new Map())]
  const leftOut: string[] = []
  for (const unit of new Set([...wanted.keys()].map((key) => spellKey(unitOf(key))))) {
    const more = new Map([...kept, ...[...wanted].filter(([key]) => spellKey(unitOf(key)) === unit)])
    const tried = checkWith(written, env, more)
    if (isGood(tried)) [kept, tree] = [more, tried]
    else
      leftOut.push(`what was set on the page of ${unit} is left out: ${tried.problems[0]?.says ?? 'it does not fit'}`)
  }
  if (!isGood(tree)) throw new Error('a file was to be good by itself')
  return { ...tree, setHere: kept, warnings: [...tree.warnings, ...gaveWay, ...leftOut] }
}

/** What is to be said of the file with this laid over it. */
export function checkWith({ place, mode, tree }: Written, env: NodeJS.ProcessEnv, setHere: SetHere): Tree {
  const typed = new Set([...setHere.values()].map(({ value }) => value))
  return checkTree(laidOver(tree(), setHere), { file: place, mode, env, isElsewhere: (text) => typed.has(text) })
}

function isGood(tree: Tree): tree is Tree & { checked: NonNullable<Tree['checked']> } {
  return tree.checked !== undefined && tree.problems.length === 0
}
