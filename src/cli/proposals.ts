import type { Command } from 'commander'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { type ProposalDecision, proposalTarget, type ShownProposal } from '../domain/proposal.ts'
import { printable } from '../lib/text/visible.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import { textIn } from '../messages/localized.ts'
import { createProfileReader, createProfiles } from '../tasks/profile/profiles.ts'
import { createProposals, listProposals } from '../tasks/profile/proposals.ts'
import { calls } from '../web/control/calls.ts'
import { parseWholeNumber } from './arguments.ts'
import { connectDaemon, isRunning } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { withOwnerStore } from './store.ts'
import { withStoreToChange } from './store-changes.ts'

const decisions: Record<ProposalDecision, string> = {
  accept: 'apply a proposal; undo takes it back',
  decline: 'reject a proposal',
  undo: 'take back an accepted proposal',
}

/** Shows what the model proposes to change. Decisions go through the daemon if it runs. */
export function addProposals(program: Command, env: NodeJS.ProcessEnv): void {
  const proposals = program
    .command('proposals')
    .description('list changes to profiles and skills that the model proposes, and decide about them')
    .addHelpText('after', '\nExamples:\n  skein proposals\n  skein proposals accept 3\n  skein proposals undo 3')
    .action((_options, command: Command) => printList(command, env))

  proposals
    .command('list')
    .description('list what waits for a decision, each with its difference to the present text')
    .addHelpText('after', '\nExample:\n  skein proposals list --json')
    .action((_options, command: Command) => printList(command, env))

  for (const decision of ['accept', 'decline', 'undo'] as const)
    proposals
      .command(decision)
      .argument('<number>', 'its number, such as 3', parseWholeNumber)
      .description(decisions[decision])
      .addHelpText('after', `\nExample:\n  skein proposals ${decision} 3`)
      .action(async (id: number, _options, command: Command) => {
        const globals = globalOptions(command, env)
        const said = await decide(id, decision, globals, env)
        console.log(globals.json ? toJson({ id, decision }) : said)
      })
}

function printList(command: Command, env: NodeJS.ProcessEnv): void {
  const globals = globalOptions(command, env)
  const { dataDir } = globals
  const { timezone } = readConfig(globals, env)
  withOwnerStore(dataDir, (db, owner) => {
    const profiles = createProfileReader({ db, dataDir, scrub: (text) => text })
    const open = listProposals({ db, profiles }, owner)
    if (globals.json) return console.log(toJson(open))
    if (open.length === 0) return console.log('No proposals are waiting.')
    console.log(printable(open.map((one) => describe(one, owner.timezone ?? timezone)).join('\n\n')))
  })
}

function describe(proposal: ShownProposal, timezone: string): string {
  const { id, person, at, reason, source, changes, isOutdated, isPrivate } = proposal
  const head = `${id}: change ${proposalTarget(proposal)} (conversation with ${person}, ${dateAndTime(at, timezone)})`
  if (isPrivate) return `${head}\n  Only ${person} sees the words and can accept them.`
  return [
    head,
    `  Reason: ${reason}`,
    ...(source ? [`  ${source.name} wrote, message ${source.id}: ${source.text}`] : []),
    ...changes.map(({ kind, text }) => `  ${kind === 'added' ? '+' : '-'} ${text}`),
    ...(isOutdated ? ['  The text was changed in the meantime, so this cannot be applied any more.'] : []),
  ].join('\n')
}

async function decide(
  id: number,
  decision: ProposalDecision,
  globals: GlobalOptions,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const daemon = connectDaemon(globals.dataDir)
  if (await isRunning(daemon)) return (await daemon.ask(calls.decideProposal, { id, decision })).said.en
  return withStoreToChange(globals, env, (parts) => {
    const proposals = createProposals({ ...parts, profiles: createProfiles(parts) })
    const decided = proposals.decide(id, decision, parts.owner)
    if ('problem' in decided) throw new UsageError(textIn(decided.problem, 'en'))
    return decided.said.en
  })
}
