import type { ThreadLine } from '../../../wire/wire.ts'
import { versionWords } from '../../../words/chats/thread-words.ts'
import { useWords } from '../../../words/language.ts'

export type ChooseVersion = (line: ThreadLine, version: number) => void

/** ‹ 2/3 ›: the versions that begin with this line. */
export function Versions({ line, choose }: { line: ThreadLine; choose: ChooseVersion }) {
  const words = useWords(versionWords)
  if (!line.versions) return null
  const { at, count, previous, next } = line.versions
  const button = (sign: string, label: string, version: number | undefined) => (
    <button
      type="button"
      aria-label={label}
      disabled={version === undefined}
      onClick={() => version !== undefined && choose(line, version)}
    >
      {sign}
    </button>
  )
  return (
    <span class="versions" role="group" aria-label={words.versions}>
      {button('‹', words.previous, previous)}
      <span aria-label={words.position(at, count)}>{`${at}/${count}`}</span>
      {button('›', words.next, next)}
    </span>
  )
}
