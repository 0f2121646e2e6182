import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Api } from '../../../api.ts'
import type { CommandHelp } from '../../../wire/command-wire.ts'

/** The commands that a message begun with a slash may become. The keyboard stays in the field. */
export interface CommandMenu {
  /** None: there is no menu. */
  choices: ReadonlySignal<CommandHelp[]>
  /** The one that Enter takes, as it is called in the document. */
  activeId: ReadonlySignal<string | undefined>
  typed(text: string): void
  /** Whether the key was meant for the menu. */
  press(pressed: { key: string; shiftKey: boolean; isComposing: boolean }): boolean
  choose(command: CommandHelp): void
  /** Until another message is begun. */
  dismiss(): void
}

export interface CommandMenuDeps {
  ask: Api['commands']
  /** Writes it into the field instead of what is there. */
  put(text: string): void
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

export const optionId = ({ name }: CommandHelp) => `command-${name}`

export function createCommandMenu({ ask, put }: CommandMenuDeps): CommandMenu {
  const known = signal<CommandHelp[]>([])
  const begun = signal<string | undefined>(undefined)
  const at = signal(0)
  const choices = computed(() => narrow(known.value, begun.value))
  const active = computed(() => choices.value[at.value])
  let isDismissed = false

  function typed(text: string): void {
    const word = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase()
    if (word === undefined) isDismissed = false
    if (isDismissed) return
    // A daemon that was started anew may know others.
    if (word !== undefined && begun.value === undefined) void read()
    batch(() => {
      begun.value = word
      at.value = 0
    })
  }

  async function read(): Promise<void> {
    const answer = await ask()
    if (answer.status === 'ok') known.value = answer.value.commands
  }

  function dismiss(): void {
    isDismissed = begun.value !== undefined || isDismissed
    begun.value = undefined
  }

  function choose({ name }: CommandHelp): void {
    const text = `/${name} `
    put(text)
    typed(text)
  }

  return {
    choices,
    activeId: computed(() => active.value && optionId(active.value)),
    typed,
    press({ key, shiftKey, isComposing }) {
      const command = active.value
      if (!command || shiftKey || isComposing) return false
      const step = steps.get(key)
      const count = choices.value.length
      // What is written out already is sent.
      const isWhole = key === 'Enter' && command.name === begun.value
      if (step !== undefined) at.value = (at.value + step + count) % count
      else if (key === 'Escape' || isWhole) dismiss()
      else if (key === 'Enter' || key === 'Tab') choose(command)
      else return false
      return !isWhole
    },
    choose,
    dismiss,
  }
}

function narrow(commands: CommandHelp[], begun: string | undefined): CommandHelp[] {
  return begun === undefined ? [] : commands.filter(({ name }) => name.startsWith(begun))
}
