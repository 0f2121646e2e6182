import { useLayoutEffect, useRef } from 'preact/hooks'
import { composeWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'
import { type CommandMenu, optionId } from './command-menu.ts'

export const commandMenuId = 'commands'

/** What could be meant by a slash, above the field. */
export function CommandMenuView({ menu }: { menu: CommandMenu }) {
  const words = useWords(composeWords)
  const list = useRef<HTMLDivElement>(null)
  const choices = menu.choices.value
  const active = menu.activeId.value
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      id={commandMenuId}
      ref={list}
      class="command-menu"
      role="listbox"
      aria-label={words.commands}
      hidden={choices.length === 0}
      // The keyboard stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map((command) => (
        <div
          key={command.name}
          id={optionId(command)}
          class="command"
          role="option"
          aria-selected={optionId(command) === active}
          onClick={() => menu.choose(command)}
        >
          <span class="command-name">
            /{command.name} {command.usage && <span class="command-usage">{command.usage}</span>}
          </span>{' '}
          <span class="command-summary">{command.summary}</span>
        </div>
      ))}
    </div>
  )
}
