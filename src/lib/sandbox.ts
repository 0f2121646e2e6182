import { lstatSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a sandboxed process sees besides the system itself, and whether it may use the network. */
export interface SandboxView {
  readable: string[]
  writable: string[]
  network: boolean
  /** The most that /tmp and shared memory may hold each; both use RAM. */
  scratchBytes?: number
}

/**
 * The bwrap arguments: programs and libraries read-only, and a few files of /etc that programs need. No home, data,
 * sockets or other processes: anything not named is absent. The host name and the cgroup keep their namespaces, because
 * nothing in the sandbox has the right to change them, and the service may create no others.
 */
export function viewArgs(view: SandboxView): string[] {
  return [
    ...folderArgs(view),
    '--proc',
    '/proc',
    '--unshare-pid',
    '--unshare-ipc',
    ...(view.network ? [] : ['--unshare-net']),
    '--die-with-parent',
    // The process cannot write to the terminal from which we were started.
    '--new-session',
  ]
}

/**
 * For the inner sandbox: no capabilities, and /proc is read-only, above all the kernel's settings. bwrap covers
 * /proc/sys only if the folder itself looks writable, which it never does, although root may write the files in it.
 */
export const innerSandboxArgs = ['--cap-drop', 'ALL', '--remount-ro', '/proc']

/** The account under which a daemon that runs as root starts the CLI and its tools. */
export interface SystemAccount {
  uid: number
  gid: number
}

/**
 * The arguments of a first bwrap, run by root, that only switches to another account while the folders of the view stay
 * reachable, no matter who owns their parents. The arguments of the real bwrap follow.
 */
export function stepDownArgs(view: SandboxView, { uid, gid }: SystemAccount): string[] {
  const capabilities = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((capability) => ['--cap-add', capability])
  const accountArgs = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--bounding-set=-all', '--inh-caps=-all']
  return [
    folderArgs(view),
    // Mounted unchanged, because if a part of it is covered, the kernel does not allow another /proc below.
    ['--bind', '/proc', '/proc', '--die-with-parent', '--cap-drop', 'ALL', ...capabilities],
    // A dying root without capabilities may not signal another user, but the end of a pid namespace needs no
    // permission.
    ['--unshare-pid'],
    // After a change of user, the kernel forgets the parent-death signal, so it is set again.
    ['--', 'setpriv', ...accountArgs, '--pdeathsig=KILL', '--', 'bwrap'],
  ].flat()
}

/** Quotes one word for a shell script. */
export function quoteForShell(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function folderArgs({ readable, writable, scratchBytes }: SandboxView): string[] {
  const scratch = (path: string) => [...(scratchBytes ? ['--size', String(scratchBytes)] : []), '--tmpfs', path]
  return [
    ...systemFolders.flatMap(systemFolder),
    '--dev',
    '/dev',
    ...scratch('/dev/shm'),
    ...scratch('/tmp'),
    // bwrap would create the parents of a private folder as private too, and then only root could pass through them.
    ...[...new Set([...systemFiles, ...readable, ...writable].flatMap(parentFolders))].flatMap((path) => [
      '--dir',
      path,
    ]),
    ...[...systemFiles, ...readable].flatMap((path) => ['--ro-bind-try', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
  ]
}

function parentFolders(path: string): string[] {
  const parent = dirname(path)
  return parent === dirname(parent) ? [] : [...parentFolders(parent), parent]
}

const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store']

const systemFiles = [
  ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'localtime', 'nsswitch.conf', 'mime.types'],
  ['resolv.conf', 'hosts', 'host.conf', 'gai.conf', 'services', 'protocols', 'passwd', 'group'],
  ['ssl/certs', 'ssl/openssl.cnf', 'pki', 'ca-certificates', 'crypto-policies'],
]
  .flat()
  .map((name) => `/etc/${name}`)

// On most systems /bin is a link into /usr, and then it must be one in the sandbox too.
function systemFolder(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  } catch {
    return []
  }
}
