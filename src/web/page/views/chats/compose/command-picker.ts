import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Api } from '../../../api.ts'
import type { CommandHelp } from '../../../wire/chat-wire.ts'

/** The menu of commands for a message that begins with a slash. The focus stays in the field. */
export interface CommandPicker {
  /** Empty if there is no menu. */
  choices: ReadonlySignal<CommandHelp[]>
  /** The element id of the option that Enter chooses. */
  activeId: ReadonlySignal<string | undefined>
  typed(text: string): void
  /** Returns true if the menu handled the key. */
  press(pressed: { key: string; shiftKey: boolean; isComposing: boolean }): boolean
  choose(command: CommandHelp): void
  /** Hides the menu until a new message begins. */
  dismiss(): void
}

export interface CommandPickerDeps {
  ask: Api['commands']
  /** Replaces the text of the field. */
  put(text: string): void
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

export const optionId = ({ name }: CommandHelp) => `command-${name}`

export function createCommandPicker({ ask, put }: CommandPickerDeps): CommandPicker {
  const commands = signal<CommandHelp[]>([])
  const typedCommand = signal<string | undefined>(undefined)
  const at = signal(0)
  const choices = computed(() => filterCommands(commands.value, typedCommand.value))
  const active = computed(() => choices.value[at.value])
  let isDismissed = false

  function typed(text: string): void {
    const word = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase()
    if (word === undefined) isDismissed = false
    if (isDismissed) return
    // A restarted daemon may have other commands.
    if (word !== undefined && typedCommand.value === undefined) void read()
    batch(() => {
      typedCommand.value = word
      at.value = 0
    })
  }

  async function read(): Promise<void> {
    const answer = await ask()
    if (answer.status === 'ok') commands.value = answer.value.commands
  }

  function dismiss(): void {
    isDismissed = typedCommand.value !== undefined || isDismissed
    typedCommand.value = undefined
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
      // A command that is already complete is sent.
      const isComplete = key === 'Enter' && command.name === typedCommand.value
      if (step !== undefined) at.value = (at.value + step + count) % count
      else if (key === 'Escape' || isComplete) dismiss()
      else if (key === 'Enter' || key === 'Tab') choose(command)
      else return false
      return !isComplete
    },
    choose,
    dismiss,
  }
}

function filterCommands(commands: CommandHelp[], prefix: string | undefined): CommandHelp[] {
  return prefix === undefined ? [] : commands.filter(({ name }) => name.startsWith(prefix))
}
