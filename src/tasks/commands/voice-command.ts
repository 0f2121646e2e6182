// Answers that are spoken.
//   1. `/voice on` is stored for the chat.
//   2. When a spoken message is answered there, the commit of the answer also creates a task for its voice message
//      (`queueVoice`), so that neither a crash nor a restart loses it or makes two.
//   3. `later` makes the audio and stores it. It is sent in the commit that ends this task, as a line of its own that no
//      other line waits for. If it cannot be made, one line says why.
import { Readable } from 'node:stream'
import type { CommandPrefix } from '../../channels/channel.ts'
import type { Speaker } from '../../channels/shared/speech.ts'
import { NotStoredError } from '../../domain/errors.ts'
import { channelOf } from '../../domain/ids.ts'
import { spokenText } from '../../lib/spoken-text.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { voiceMessages as messages } from '../../messages/voice-messages.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { storeFile } from '../../store/files/files.ts'
import { linesOnOtherBranches } from '../../store/messages/branch-path.ts'
import { guessLanguage, languageIn } from '../../store/messages/chat-language.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { areDeleted } from '../../store/messages/deletions.ts'
import { readMessages } from '../../store/messages/messages.ts'
import { isAnySpoken, isVoiceOn, turnVoice } from '../../store/messages/voice.ts'
import { messageIdsOf, type Task } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext, CommandRest, LaterContext } from './command.ts'
import { queueCommandRest } from './command-runner.ts'

const NAME = 'voice'

export interface VoiceDeps extends Pick<TaskDeps, 'db' | 'clock' | 'channels'> {
  fileStore: FileStore
  /** Undefined if speech is not set up. */
  speak: Speaker | undefined
}

/** `/voice on` and `/voice off` for a chat. */
export function createVoice(deps: VoiceDeps): Command {
  const { db, channels } = deps

  function turn(isOn: boolean, { chat, person, now }: CommandContext) {
    const isTheirs = person.role === 'owner' || (person.role === 'member' && isPrivateTo(db, chat, person.id))
    if (!isTheirs) return messages.chosenByOwner
    if (isOn && !channels.get(channelOf(chat))?.manners.hasVoice) return messages.notHere
    if (isOn && !deps.speak) return messages.notSetUp
    turnVoice(db, chat, isOn, now)
    return isOn ? messages.turnedOn : messages.turnedOff
  }

  return {
    name: NAME,
    usage: commandHelp.usages.voice,
    summary: commandHelp.summaries.voice,
    run(args, context) {
      const command = (word: string) => `${context.prefix satisfies CommandPrefix}${NAME} ${word}`
      switch (args.trim().toLowerCase()) {
        case 'on':
          return turn(true, context)
        case 'off':
          return turn(false, context)
        case '':
          if (!deps.speak) return messages.notSetUp
          return isVoiceOn(db, context.chat) ? messages.isOn : messages.isOff(command('on'))
        default:
          return messages.how(command('on'), command('off'))
      }
    },
    later: (args, context, signal) => makeVoice(deps, Number(args), context, signal),
  }
}

/** Call it inside the transaction that ends a task with this answer. */
export function queueVoice({ db, clock, channels, speak }: VoiceDeps, task: Task, line: number): void {
  const { chat, lane, route, personId } = task
  if (!speak || task.kind !== 'reply' || !channels.get(channelOf(chat))?.manners.hasVoice) return
  if (!isVoiceOn(db, chat) || !isAnySpoken(db, messageIdsOf(db, task.id))) return
  queueCommandRest({ db, clock }, { name: NAME, args: String(line) }, { chat, lane, route, person: { id: personId } })
}

async function makeVoice(
  { db, clock, fileStore, speak }: VoiceDeps,
  line: number,
  { chat }: LaterContext,
  signal: AbortSignal,
): Promise<CommandRest | undefined> {
  const [answer] = readMessages(db, [line])
  // It may be deleted, or another version may take its place, before and while it is spoken.
  const isShown = () => !areDeleted(db, [line]) && linesOnOtherBranches(db, [line]).size === 0
  if (!speak || answer?.chat !== chat || answer.author !== 'bot' || !isShown()) return undefined
  const { text, isShortened } = spokenText(answer.text)
  if (text === '') return undefined
  const language = guessLanguage([text]) ?? languageIn(db, chat)
  const said = isShortened ? `${text}\n\n${messages.shortened[language]}` : text
  const speech = await speak(said, language, signal)
  if (!isShown()) return undefined
  if (speech.status === 'unspoken') return messages.failed(speech.reason)
  try {
    const stored = await storeFile(db, fileStore, Readable.from([speech.audio]), clock.steady)
    if ('tooLarge' in stored) return messages.failed(messages.tooMuch)
    return { text: '', files: [{ hash: stored.hash, name: `voice${speech.extension}` }], voiceOf: line }
  } catch (error) {
    if (error instanceof NotStoredError) return messages.failed(messages.noRoom)
    throw error
  }
}
