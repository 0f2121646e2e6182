import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'

export interface DovecotPorts {
  host: string
  imap: number
  lmtp: number
  sasl: number
}

/** Dovecot takes passwords in the clear from its own address, whatever is required of others. */
export function hostFor({ security = 'plain' }: DovecotManner): string {
  return security === 'plain' ? '127.0.0.1' : '127.0.0.2'
}

export interface DovecotManner {
  /** `plain` unless given: STARTTLS or TLS from the first byte, and nothing without it. */
  security?: 'plain' | 'starttls' | 'tls'
  /** A server that cannot tell of new mail by itself. */
  withoutIdle?: boolean
}

const folders = ['Drafts', 'Sent', 'Junk', 'Trash', 'Archive']
const capabilities =
  'IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE LITERAL+ UIDPLUS MOVE SPECIAL-USE NAMESPACE CHILDREN UNSELECT'

/** Who owns the mails: never root, whom Dovecot lets read none. */
export function mailOwner(): string {
  return isRoot() ? 'mail' : userInfo().username
}

/** Everybody has a mailbox and a password of their own, but for those whose name begins with "nobody". */
export function passwordOf(address: string): string {
  return `open-${address}`
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** All that Dovecot needs to run from a folder of its own, as whoever started it. */
export function dovecotConfig(dir: string, ports: DovecotPorts, { security = 'plain', withoutIdle }: DovecotManner) {
  const [internal, login] = isRoot() ? ['dovecot', 'dovenull'] : [mailOwner(), mailOwner()]
  return `
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
protocols = imap lmtp
listen = ${ports.host}
${tls(dir, security)}
default_internal_user = ${internal}
default_internal_group = ${isRoot() ? internal : ownGroup()}
default_login_user = ${login}
mail_uid = ${mailOwner()}
mail_gid = ${isRoot() ? mailOwner() : ownGroup()}
first_valid_uid = 1
mail_home = ${dir}/mail/%u
mail_location = maildir:~/Maildir
mail_fsync = never
auth_failure_delay = 0
recipient_delimiter = +
lmtp_save_to_detail_mailbox = yes
lmtp_add_received_header = yes
mail_max_userip_connections = 100
${withoutIdle ? `imap_capability = ${capabilities}` : ''}
passdb {
  driver = static
  args = nopassword=y
  deny = yes
  username_filter = nobody*
}
passdb {
  driver = static
  args = password=${passwordOf('%u')}
}
userdb {
  driver = static
  args = home=${dir}/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
${folders.map(folder).join('\n')}
}
service imap-login {
  chroot =
  process_min_avail = 1
  inet_listener imap {
    port = ${security === 'tls' ? 0 : ports.imap}
  }
  inet_listener imaps {
    port = ${security === 'tls' ? ports.imap : 0}
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtp}
  }
}
service auth {
  inet_listener sasl {
    port = ${ports.sasl}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
`
}

function ownGroup(): string {
  return spawnSync('id', ['-gn'], { encoding: 'utf8' }).stdout.trim()
}

function tls(dir: string, security: DovecotManner['security']): string {
  if (security === 'plain') return 'ssl = no\ndisable_plaintext_auth = no'
  return `ssl = required\nssl_cert = <${dir}/cert.pem\nssl_key = <${dir}/key.pem`
}

function folder(name: string): string {
  return `  mailbox ${name} {\n    special_use = \\${name}\n    auto = create\n  }`
}
