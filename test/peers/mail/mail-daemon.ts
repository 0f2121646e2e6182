import { until } from '../../support/until.ts'
import { type Build, createTunedBuild, type Tuning } from '../build.ts'
import { createDaemon, type DaemonOptions, type DaemonPeer } from '../daemon.ts'
import { createDaemonTools, type DaemonTools } from '../daemon-tools.ts'
import { AUTHSERV_ID } from './border.ts'
import type { Correspondent, Sent } from './correspondent.ts'
import { passwordOf } from './dovecot-config.ts'
import type { Mailbox, SeenMail } from './mailbox.ts'
import { createPostOffice, type PostOffice, type PostOfficeOptions } from './post-office.ts'

/** The built daemon with a post office at its side. */
export interface MailDaemon extends DaemonTools {
  office: PostOffice
  /** Our own. */
  mailbox: Mailbox
  /** Who is let in: Ana is its owner unless the settings say otherwise. */
  ana: Correspondent
  daemon: DaemonPeer
  /** Resolves when so many answers to this are in its sender's inbox; then with them. */
  answers(person: Correspondent, asked: Sent, count?: number): Promise<SeenMail[]>
  /** Resolves when every mail in the inbox was seen to, and everything that came of it is done. */
  settled(): Promise<void>
  /** Another life on the same data, with other settings. */
  restart(settings?: string): Promise<void>
  killAndStart(): Promise<void>
  close(): Promise<void>
}

export interface MailDaemonOptions extends PostOfficeOptions {
  build: Build
  /** An office that is there already; then it is not closed with the daemon. */
  office?: PostOffice
  /** `skein@house.test` unless given. */
  address?: string
  /** More lines of `[email]`, and whatever follows it. */
  settings?: string
  brain?: DaemonOptions['brain']
  /** Our own server says nothing of who wrote: signatures are checked by the daemon itself. */
  unstamped?: boolean
  /** Another way to the mailbox or to submission, over a line of the test. */
  ports?: { imap?: number; smtp?: number }
}

/** Between two looks into a mailbox: each is a connection, with a process of Dovecot's. */
export const LOOK_MS = 100
const usual = 'owner_addresses = ["ana@home.test"]\n'
const patient = '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n'

/** In which waiting takes a tenth of the time, and a lost send is looked for sooner: minutes fit into a test. */
export function createHastyMailBuild(more: Tuning = {}): Build {
  return createTunedBuild({ mailSecondMs: 100, mailReconcileSeconds: 20, mailMinuteMs: 600, pieceMs: 0, ...more })
}

/** Starts both; the daemon reads its mailbox when this resolves. */
export async function startMailDaemon(options: MailDaemonOptions): Promise<MailDaemon> {
  const {
    build,
    office: given,
    address = 'skein@house.test',
    settings = usual,
    brain,
    unstamped,
    ports = {},
    ...manner
  } = options
  const office = given ?? (await createPostOffice(manner))
  const mailbox = office.mailbox(address)
  const peers: DaemonPeer[] = []

  async function start(more: string, data?: string): Promise<DaemonPeer> {
    const account = accountOf(office, address, ports)
    const config = `${patient}[email]\n${unstamped ? account.replace(/^authserv_id.*\n/m, '') : account}${more}`
    const peer = createDaemon({ build, config, ...(brain && { brain }), ...(data === undefined ? {} : { data }) })
    peers.unshift(peer)
    const { certificate } = office.dovecot
    await peer.start(certificate ? { NODE_EXTRA_CA_CERTS: certificate.certFile } : {})
    await until(() => {
      const begun = tools.query(
        "SELECT count(*) FROM channel_memory WHERE name LIKE 'begin:%' AND account = ?",
        address,
      )
      if (Number(begun[0]) === 0) throw new Error(`the mailbox is not read yet: ${peer.words().slice(-2000)}`)
    })
    return peer
  }

  const tools = createDaemonTools(build, () => now())
  const now = () => {
    const [latest] = peers
    if (!latest) throw new Error('the daemon was never started')
    return latest
  }
  await start(settings)
  const { data } = now()
  return {
    ...tools,
    office,
    mailbox,
    ana: office.person('ana@home.test', 'Ana'),
    get daemon() {
      return now()
    },
    answers: (person, asked, count = 1) =>
      until(async () => {
        const all = await person.answersTo(asked)
        if (all.length < count) throw new Error(`${all.length} of ${count} answers; ${now().words().slice(-3000)}`)
        return all
      }, LOOK_MS),
    async settled() {
      await until(async () => {
        const unseen = (await mailbox.mails()).filter(({ flags }) => !flags.includes('$SkeinDone'))
        if (unseen.length > 0) throw new Error(`${unseen.length} mails were not seen to`)
      }, LOOK_MS)
      await tools.quiet()
    },
    async restart(more = settings) {
      await now().stop()
      await start(more, data)
    },
    async killAndStart() {
      await now().kill()
      await start(settings, data)
    },
    async close() {
      for (const peer of peers) await peer.remove()
      if (!given) await office.close()
    },
  }
}

/** The lines of one account: where its mail is, and where it leaves. */
export function accountOf(
  { dovecot, submission, postfix }: PostOffice,
  address: string,
  { imap = dovecot.ports.imap, smtp = postfix?.port ?? submission.port }: { imap?: number; smtp?: number } = {},
): string {
  const s = dovecot.certificate ? 's' : ''
  return (
    `address = "${address}"\npassword = "${passwordOf(address)}"\nauthserv_id = "${AUTHSERV_ID}"\n` +
    `imap = "imap${s}://${dovecot.ports.host}:${imap}"\nsmtp = "smtp${s}://127.0.0.1:${smtp}"\n`
  )
}
