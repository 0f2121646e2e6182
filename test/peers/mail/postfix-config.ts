export interface PostfixRoads {
  /** Where it listens. */
  port: number
  /** Who takes in what is for these domains, by LMTP. */
  inward: number
  domains: string[]
  /** Who takes what is for anybody else, by SMTP. */
  outward: number
  /** Who knows the passwords. */
  sasl: number
  /** Of what these send a copy goes to their own folder of sent mail. */
  savesSentOf: string[]
}

export function postfixConfig(dir: string, roads: PostfixRoads) {
  return `
compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = ${dir}/log
maillog_file_prefixes = ${dir}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.house.test
mydomain = house.test
myorigin = house.test
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
mynetworks =
virtual_mailbox_domains = ${roads.domains.join(' ')}
virtual_transport = lmtp:inet:127.0.0.1:${roads.inward}
relayhost = [127.0.0.1]:${roads.outward}
smtp_host_lookup = native
lmtp_host_lookup = native
recipient_delimiter = +
sender_bcc_maps = regexp:${dir}/sent
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${roads.sasl}
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_tls_security_level = none
smtp_tls_security_level = none
lmtp_tls_security_level = none
# A test waits for what is tried again.
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
service_throttle_time = 1s
default_destination_concurrency_failed_cohort_limit = 0
# Everybody here has the same address.
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
default_process_limit = 20
biff = no
`
}

export const postfixServices = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

export function sentCopies(addresses: string[]): string {
  return addresses
    .map((address) => `/^${address.replace(/[.+]/g, '\\$&')}$/ ${address.replace('@', '+Sent@')}\n`)
    .join('')
}
