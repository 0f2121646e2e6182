/** No name but one that never leaves this machine: any other may be resolved to somebody else. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}
