import { lstatSync, readlinkSync } from 'node:fs'

/** What a process in a sandbox sees beside the system itself, and whether it reaches the network. */
export interface View {
  readable: string[]
  writable: string[]
  network: boolean
}

/**
 * The words for bwrap: programs and libraries read-only, a few files of /etc that programs need, and nothing of anybody's:
 * no home, no data, no sockets, no other process. What is not named is not there.
 */
export function viewArgs({ readable, writable, network }: View): string[] {
  return [
    ...systemFolders.flatMap(systemFolder),
    ...systemFiles.flatMap((file) => ['--ro-bind-try', file, file]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(network ? [] : ['--unshare-net']),
    '--die-with-parent',
    // A terminal we may have been started from cannot be written to.
    '--new-session',
  ]
}

/** For the outer one of two: it leaves what the inner one needs, which for root is to own the namespace of users it is in. */
export const outer = ['--unshare-user']

/** For the inner one: a daemon that runs as root must not lend its powers to what a model runs. */
export const innermost = ['--cap-drop', 'ALL']

/** For a script: one word that the shell takes as it is. */
export function quoteForShell(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store']

const systemFiles = [
  ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'localtime', 'nsswitch.conf', 'mime.types'],
  ['resolv.conf', 'hosts', 'host.conf', 'gai.conf', 'services', 'protocols', 'passwd', 'group'],
  ['ssl/certs', 'ssl/openssl.cnf', 'pki', 'ca-certificates', 'crypto-policies'],
]
  .flat()
  .map((name) => `/etc/${name}`)

// Most systems have /bin as a link into /usr, and then it must be one in the sandbox too.
function systemFolder(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  } catch {
    return []
  }
}
