import { isSettableFromAnywhere, runtimeKeys } from '../../config/settings.ts'
import { describeSourced } from '../../config/sources.ts'
import { addressName, parseAddress } from '../../domain/person.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { Language } from '../../messages/languages.ts'
import { inEachLanguage, joinTexts, textIn } from '../../messages/localized.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { listPeople } from '../../store/people/people.ts'
import type { LiveConfig } from '../live-config.ts'
import { makePairing } from '../people/pairing.ts'
import { describeDismissal, describePeople, describeRemoteObstacle, dismissNow } from '../people/people-admin.ts'
import { describeOverview, type Overview } from '../reports/overview.ts'
import type { StopDeps } from '../run/stop.ts'
import { type Command, mayUse } from './command.ts'

export function createHelp(others: Command[]): Command {
  const help: Command = {
    name: 'help',
    summary: commandHelp.summaries.help,
    run: (_args, { prefix, person }) => {
      const usable = [help, ...others].filter((command) => mayUse(command, person))
      return commandMessages.help(
        usable.map((command) => inEachLanguage((language) => helpLine(command, prefix, language))),
      )
    },
  }
  return help
}

function helpLine({ name, usage, summary }: Command, prefix: string, language: Language): string {
  return `- \`${prefix}${name}${usage ? ` ${textIn(usage, language)}` : ''}\`: ${summary[language]}`
}

export function createConfig(live: LiveConfig): Command {
  return {
    name: 'config',
    usage: commandHelp.usages.config,
    summary: commandHelp.summaries.config,
    ownerOnly: true,
    run(args, { person, now, isRemote }) {
      const [key, ...rest] = args.split(/\s+/).filter(Boolean)
      const valueOf = (name: string) => describeSourced(live.sources()[name])
      const line = (name: string, bullet = '') => joinTexts([`${bullet}\`${name}\` = `, valueOf(name)], '')
      if (key === undefined)
        return joinTexts(
          runtimeKeys.map((name) => line(name, '- ')),
          '\n',
        )
      if (rest.length === 0) return Object.hasOwn(live.sources(), key) ? line(key) : commandMessages.noSuchKey(key)
      if (isRemote && runtimeKeys.some((name) => name === key) && !isSettableFromAnywhere(key))
        return commandMessages.atMachineOnly(key)
      const value = rest.join(' ')
      // A name or a persona could be this word, but nobody means that. No other key accepts it.
      if (value === 'default') return live.unset(key) ?? commandMessages.settingIs(key, valueOf(key))
      return live.set(key, value, person, now) ?? commandMessages.settingIs(key, value)
    },
  }
}

/** /pair makes a code, lists people and removes an address. */
export function createPair(deps: StopDeps): Command {
  return {
    name: 'pair',
    usage: commandHelp.usages.pair,
    summary: commandHelp.summaries.pair,
    ownerOnly: true,
    run(args, { person, chat, sender, prefix, now, steady, isRemote, afterCommit }) {
      // In a group everybody could read the code, and the first to use it is let in.
      if (!isPrivateTo(deps.db, chat, person.id)) return commandMessages.privateOnly
      const [verb = '', name = ''] = args.split(/\s+/)
      if (verb === 'list')
        return describePeople(listPeople(deps.db))
          .map((line) => `- ${line}`)
          .join('\n')
      if (verb === 'remove') {
        const address = parseAddress(name)
        if (!address) return commandMessages.addressNeeded(prefix, addressName(sender))
        const refusal = isRemote ? describeRemoteObstacle(deps.db, address) : undefined
        if (refusal !== undefined) return refusal
        const dismissed = dismissNow(deps, address, now, afterCommit)
        if ('problem' in dismissed) return dismissed.problem
        return describeDismissal(name, dismissed.cancelled)
      }
      const { code } = makePairing(deps.db, 'member', { now, steady })
      return commandMessages.pairingCode(`${prefix}start ${code}`)
    },
  }
}

/**
 * Telegram sends /start when somebody opens a chat with a bot. A code after it is only for strangers: for known people it
 * is not even checked, so that nobody's role changes and nobody learns which codes are valid.
 */
export function createStart(): Command {
  return {
    name: 'start',
    summary: commandHelp.summaries.start,
    run(args, { prefix, person: { name, role } }) {
      if (args === '') return commandMessages.hello(name, prefix)
      return commandMessages.alreadyLetIn(role)
    },
  }
}

export function createStatus(overview: () => Overview): Command {
  return {
    name: 'status',
    summary: commandHelp.summaries.status,
    run(_args, { person, now, timezone, prefix }) {
      const owner = person.role === 'owner'
      return describeOverview(overview(), { owner, paying: owner, now, timezone, prefix })
    },
  }
}

export function createWhoami({ db }: Pick<StopDeps, 'db'>): Command {
  return {
    name: 'whoami',
    summary: commandHelp.summaries.whoami,
    run(_args, { person, lane, sender, chat }) {
      const known = isPrivateTo(db, chat, person.id) ? listPeople(db).find(({ id }) => id === person.id) : undefined
      const others = (known?.addresses ?? []).map(addressName).filter((name) => name !== addressName(sender))
      return commandMessages.whoami(person, addressName(sender), { chat, lane, others })
    },
  }
}
