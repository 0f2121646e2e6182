import type { CommandPrefix } from '../../channels/channel.ts'
import { QUESTION_OPEN_MINUTES } from '../../domain/task.ts'
// What a person reads when a message ends without an answer: what happened, and what they can do. A command is named as it
// is written where they read it.

export const sentences = {
  failed: (prefix: CommandPrefix, why: string, task: number) =>
    `I could not answer. ${why} Write ${again(prefix, task)} to try again.`,
  expired: (prefix: CommandPrefix, hours: number, task: number) =>
    `Your message waited longer than ${hours} hours for its turn, so I let it go. Write ${again(prefix, task)} if you still want an answer.`,
  quarantined: (prefix: CommandPrefix, task: number) =>
    `I broke down again and again in the middle of this message, so I have set it aside instead of trying for ever. Write ${again(prefix, task)} to try once more.`,
  interrupted: (prefix: CommandPrefix, task: number) =>
    `I was interrupted after I had begun to change something, so I did not start again by myself. Check what was done, then write ${again(prefix, task)} to run it again.`,
  /** The same, where it is known what ended it. */
  brokenOff: (prefix: CommandPrefix, why: string, task: number) =>
    `I could not finish this. ${why} I had begun to change something by then, so I did not start again by myself. Check what was done, then write ${again(prefix, task)} to run it again.`,
  interruptedAgain: (prefix: CommandPrefix, task: number) =>
    `The interrupted message was left alone for so long that I let it go. Write ${again(prefix, task)} if you still want it run.`,
  unknownPerson: 'I only talk with people my owner has let in. If you know them, ask them to add you.',
  strangersAsked: (
    prefix: CommandPrefix,
    { people, dropped, last }: { people: number; dropped: number; last: string },
    most: number,
  ) => {
    if (people === 1 && dropped === 0)
      return `${last} wrote to me and was refused. To let them in, write ${prefix}pair and send them the code.`
    const wrote =
      people === 0
        ? []
        : [
            `${people === 1 ? 'somebody' : `${people} people`} I do not know wrote to me and ${people === 1 ? 'was' : 'were'} refused`,
          ]
    const more =
      dropped === 0
        ? []
        : [
            `${dropped} messages of ${people === 0 ? 'people I do not know' : 'others'} went unanswered, because I refuse ${most} an hour at most`,
          ]
    return `${[...wrote, ...more].join('; ')}. The last was ${last}. To let somebody in, write ${prefix}pair and send them the code.`
  },
  strangersWrote: (prefix: CommandPrefix, { count, last }: { count: number; last: string }) =>
    `${count === 1 ? 'Somebody who is not let in' : `${count} people who are not let in, or nobody can say who they are,`} wrote to me, and I did not answer. ${count === 1 ? 'It was' : 'The last was'} ${last}. To let somebody in, write ${prefix}pair and send them the code.`,
  unprovenWrote: ({ count, last }: { count: number; last: string }) =>
    `${count === 1 ? `A message claims to be from ${last}. They are let in, but it could not be proven to be theirs, so I did not answer it.` : `${count} messages claim to be from people who are let in, but could not be proven to be theirs, so I did not answer them. The last claims to be from ${last}.`} If they did write it, "skein doctor" shows how senders are checked there; if they did not, somebody uses their name, and there is nothing you need to do.`,
  draftAnswer:
    'Somebody who is not let in here wrote what stands last in this conversation; nobody has checked who they are. Write the answer that I could send them, in their language: nothing of mine in it that they do not know, and no promise. I read it before it goes.',
  drafted: (prefix: CommandPrefix, draft: { id: number; to: string; where: string; shown: string }) =>
    `The reply to ${draft.to} is saved in ${draft.where}. It has not been sent.\n\n${draft.shown}\n\nReply "yes" to this message to send it, or reply with what to change. From any chat, \`${prefix}send ${draft.id}\` sends it and \`${prefix}send ${draft.id} make it shorter\` changes it.`,
  reviseDraft: (change: string) =>
    `Your answer to the message you reply to is still a draft that nobody has sent. I want it changed: ${change}\n\nWrite the whole new version as it will be sent to them, and nothing else. I read it before it goes.`,
  returned: (to: string, reason: string) => `What I wrote to ${to} came back: ${reason}`,
  delayed: (to: string, reason: string) => `What I wrote to ${to} has not arrived yet; it is still tried. ${reason}`,
  paired: (prefix: CommandPrefix, name: string) =>
    `Welcome, ${name}. Write to me, or send ${prefix}help for what else I can do.`,
  letIn: (name: string, role: string) =>
    `${name} brought a code and is let in now, as ${role === 'owner' ? 'an address of your own' : 'a member'}.`,
  wrongCode: 'That code does not hold, or not any more. Ask my owner for a new one.',
  shutOut: (where: string, held: number) =>
    `${where} has shut me out, so ${held === 1 ? 'one message waits' : `${held} messages wait`} until I am let in again. You can read ${held === 1 ? 'it' : 'them'} on the local page.`,
  cutOff: (prefix: CommandPrefix, why: string, task: number) =>
    `I could not finish this answer. ${why} Write ${again(prefix, task)} to try it again from the start.`,
  workingOutTime: 'I am asking the model which time you mean. The answer follows.',
  commandBroke: 'Something broke while I looked for the rest of it. It is in the log.',
  stopped: 'Stopped.',
  notDone: 'What I asked about was not done.',
  takenAsAnswer: (question: number, outcome: string) =>
    `I took that as your answer to question ${question}. ${outcome}`,
  takenAsNew: 'I took that as a new message, not as an answer.',
  withdrawn: (questions: number[]) =>
    questions.length === 1
      ? `Question ${questions[0]} is withdrawn: what I asked about was not done.`
      : `Questions ${questions.join(' and ')} are withdrawn: what I asked about was not done.`,
  waitsFor: (question: number, name: string) =>
    `This waits until question ${question} is answered by ${name}, ${QUESTION_OPEN_MINUTES} minutes at most.`,
  stillWaits: (question: number, name: string) => `Question ${question} still waits for ${name}.`,
  waiting: (prefix: CommandPrefix, messages: number) =>
    messages === 1
      ? `One message waits and is answered next; ${prefix}stop all drops it too.`
      : `${messages} messages wait and are answered next; ${prefix}stop all drops them too.`,
  nothingToStop: 'Nothing is running here.',
  undelivered: (where: string, why: string) =>
    `An answer for ${where} could not be delivered: ${why}. You can read it on the local page.`,
  deliveryWaits: (where: string, why: string) =>
    `An answer for ${where} is waiting: ${why}. I send it as soon as I can write there again, for up to a day.`,
  undeliveredHere: (prefix: CommandPrefix, why: string, task: number | null) =>
    `I had an answer here that could not be delivered: ${why}. Write ${again(prefix, task)} if you want another try.`,
  heldHere: (prefix: CommandPrefix, task: number | null) =>
    `An answer here was sent again after an interruption, and still there is no sign that it arrived. I do not send it a third time: if you do not see it, write ${again(prefix, task)}.`,
  held: (where: string) =>
    `An answer for ${where} was sent twice without a sign that it arrived. I will not send it a third time; please look there.`,
  brainClosed: (prefix: CommandPrefix, why: string, { brain, at, standIn }: ClosedBrain) =>
    `I cannot ask the model (${brain}). ${why} I try again at ${at}, or when somebody writes ${prefix}retry; until then ${standIn === undefined ? 'every message gets this answer' : `${standIn} answers in its place`}.`,
  standsIn: (brain: string, usual: string) =>
    `${usual} cannot answer now, so ${brain} answers in its place. The conversation goes on, and I say when ${usual} is back.`,
  answersAgain: (brain: string) => `${brain} answers here again.`,
  upkeepStopped: (chat: string) =>
    `I stopped summarising the chat "${chat}": I had tried more than 20 times in a minute and changed nothing, which is a fault of mine. Nothing that was said there is lost, and I answer there as always. I try again when something new is said.`,
  safeMode: (prefix: CommandPrefix, minutes: number) =>
    `I was started several times in a row without a clean stop, so I am holding still: I take messages in, but I answer none for ${minutes} minutes. Write "${prefix}config workers.safe_mode_after 0" to go on at once, and look at the log for why I stopped.`,
  waitsInSafeMode: (at: string) =>
    `I have your message, but I stopped unexpectedly several times in a row, so I am pausing before I go on. I will answer at about ${at}.`,
  logTrouble: {
    gone: 'I ended without a clean stop last time, and the log of my store (skein.db-wal), which held the newest of it, is gone. What was said and done shortly before may be missing: look whether your last messages are there, and send again what is not. If another program had the store open in between, it may all be there.',
    harmed:
      'The log of my store (skein.db-wal) was damaged, and what stood behind the damage could not be read. What was said and done shortly before my last end may be missing: look whether your last messages are there, and send again what is not. The damaged log is kept beside the store, as skein.db.damaged-….',
  },
  storeDamaged: (problem: string, backups: string) =>
    `My store is damaged (${problem}). I go on for now, but I will refuse it at the next start. Stop me, put a good copy in the place of skein.db (see ${backups}), and look after the disk.`,
}

/** With its number: by the time it is written, something else may have been the last. */
function again(prefix: CommandPrefix, task: number | null): string {
  return task === null ? `${prefix}retry` : `${prefix}retry ${task}`
}

/** A brain that is not asked for now. */
interface ClosedBrain {
  brain: string
  /** When it is tried again. */
  at: string
  /** Who answers until then. */
  standIn?: string | undefined
}
