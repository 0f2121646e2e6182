import { expect, test } from 'vitest'
import type { CommandPrefix } from '../../../src/channels/channel.ts'
import { sentences } from '../../../src/tasks/say/sentences.ts'

/** Every sentence there is, as it is read where commands begin so: a new one has to be added, or this does not compile. */
function everySentence(prefix: CommandPrefix): Record<keyof typeof sentences, string[]> {
  const { logTrouble } = sentences
  return {
    failed: [sentences.failed(prefix, 'Why.', 7)],
    expired: [sentences.expired(prefix, 24, 7)],
    quarantined: [sentences.quarantined(prefix, 7)],
    interrupted: [sentences.interrupted(prefix, 7)],
    brokenOff: [sentences.brokenOff(prefix, 'Why.', 7)],
    interruptedAgain: [sentences.interruptedAgain(prefix, 7)],
    unknownPerson: [sentences.unknownPerson],
    strangersAsked: [
      sentences.strangersAsked(prefix, { people: 1, dropped: 0, last: 'Eve' }, 30),
      sentences.strangersAsked(prefix, { people: 3, dropped: 2, last: 'Eve' }, 30),
    ],
    strangersWrote: [
      sentences.strangersWrote(prefix, { count: 1, last: 'Eve' }),
      sentences.strangersWrote(prefix, { count: 3, last: 'Eve' }),
    ],
    unprovenWrote: [
      sentences.unprovenWrote({ count: 1, last: 'Bo' }),
      sentences.unprovenWrote({ count: 3, last: 'Bo' }),
    ],
    draftAnswer: [sentences.draftAnswer],
    drafted: [sentences.drafted(prefix, { id: 3, to: 'ana@example.org', where: 'Drafts', shown: '> Hello.' })],
    reviseDraft: [sentences.reviseDraft('Shorter, please.')],
    returned: [sentences.returned('ana@example.org', 'No such user.')],
    delayed: [sentences.delayed('ana@example.org', 'Busy.')],
    paired: [sentences.paired(prefix, 'Bo')],
    letIn: [sentences.letIn('Bo', 'member')],
    wrongCode: [sentences.wrongCode],
    shutOut: [sentences.shutOut('Roses', 2)],
    cutOff: [sentences.cutOff(prefix, 'Why.', 7)],
    workingOutTime: [sentences.workingOutTime],
    commandBroke: [sentences.commandBroke],
    stopped: [sentences.stopped],
    notDone: [sentences.notDone],
    takenAsAnswer: [sentences.takenAsAnswer(1, 'Done.')],
    takenAsNew: [sentences.takenAsNew],
    withdrawn: [sentences.withdrawn([1]), sentences.withdrawn([1, 2])],
    waitsFor: [sentences.waitsFor(1, 'Ana')],
    stillWaits: [sentences.stillWaits(1, 'Ana')],
    waiting: [sentences.waiting(prefix, 1), sentences.waiting(prefix, 2)],
    nothingToStop: [sentences.nothingToStop],
    undelivered: [sentences.undelivered('Roses', 'why')],
    deliveryWaits: [sentences.deliveryWaits('"Roses"', 'why')],
    undeliveredHere: [sentences.undeliveredHere(prefix, 'why', 7), sentences.undeliveredHere(prefix, 'why', null)],
    heldHere: [sentences.heldHere(prefix, 7)],
    held: [sentences.held('Roses')],
    brainClosed: [
      sentences.brainClosed(prefix, 'Why.', { brain: 'local', at: '10:15' }),
      sentences.brainClosed(prefix, 'Why.', { brain: 'local', at: '10:15', standIn: 'other' }),
    ],
    standsIn: [sentences.standsIn('local', 'other')],
    answersAgain: [sentences.answersAgain('other')],
    upkeepStopped: [sentences.upkeepStopped('Roses')],
    safeMode: [sentences.safeMode(prefix, 15)],
    waitsInSafeMode: [sentences.waitsInSafeMode('10:15')],
    logTrouble: [logTrouble.gone, logTrouble.harmed],
    storeDamaged: [sentences.storeDamaged('page 3', 'backups')],
  }
}

const commandsIn = (said: string) => said.match(/(?<![\w/])[/!][a-z]+/g) ?? []

test('where commands begin with "!", no sentence of ours names one that begins with "/"', () => {
  const said = Object.values(everySentence('!')).flat()
  expect(said.flatMap(commandsIn).filter((command) => command.startsWith('/'))).toEqual([])
  expect(said.flatMap(commandsIn).length).toBeGreaterThan(10)
})

test('apart from that they say the same everywhere', () => {
  const slashed = Object.values(everySentence('/')).flat()
  const marked = Object.values(everySentence('!')).flat()
  expect(marked.map((said) => said.replace(/(?<![\w/])!(?=[a-z])/g, '/'))).toEqual(slashed)
})
