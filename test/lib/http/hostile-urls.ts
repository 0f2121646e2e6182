/** What names mean, where the test says it; any other means this machine. */
export const names: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'app.localhost': ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
  'printer.local': ['192.168.1.7'],
  'router.home.arpa': ['10.0.0.1'],
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'mapped-hex.example': ['::ffff:7f00:1'],
  'compatible.example': ['::127.0.0.1'],
  'translated.example': ['64:ff9b::7f00:1'],
  'tunnel.example': ['2002:7f00:1::'],
  'teredo.example': ['2001:0:4136:e378:8000:63bf:80ff:fffe'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed-first.example': ['127.0.0.1', '93.184.216.34'],
  'mixed-six.example': ['2606:2800:220:1::1', '::1'],
  'mixed-many.example': ['93.184.216.34', '1.1.1.1', '8.8.8.8', '10.1.2.3'],
  'metadata.google.internal': ['169.254.169.254'],
  'metadata.example': ['169.254.169.254'],
  'metadata-six.example': ['fd00:ec2::254'],
  'metadata-shared.example': ['100.100.100.200'],
  'metadata-protocol.example': ['192.0.0.192'],
  'wire.example': ['168.63.129.16'],
  'zero.example': ['0.0.0.0'],
  'unspecified.example': ['::'],
  'link.example': ['fe80::1%lo'],
  'ula.example': ['fd12:3456::1'],
  'shared.example': ['100.64.0.1'],
  'nothing.example': [],
  'nonsense.example': ['not an address'],
  'xn--lcalhost-n7a.example': ['127.0.0.1'],
  'lan.example': ['192.168.0.10'],
}

/** P is a port where somebody listens on 127.0.0.1, S one on all of IPv4, X one on ::1. */
export const direct = `
http://127.0.0.1:P/ http://127.0.0.1:S/ https://127.0.0.1:P/ http://127.1:P/ http://127.0.1:P/ http://127.1.1.1:S/
http://127.255.255.254:S/ http://2130706433:P/ http://017700000001:P/ http://0x7f000001:P/ http://0x7f.1:P/
http://0x7f.0x0.0x0.0x1:P/ http://0177.0.0.1:P/ http://0177.0.0.01:P/ http://0177.0x0.0.1:P/ http://00000177.1:P/
http://127.0.0.0x1:P/ http://127.0x1:P/ http://0x7F.0.0.1:P/ http://0X7F000001:P/ http://127.0.0.1.:P/
http://127.1.:P/ http://2130706433.:P/ http://0:S/ http://0.0.0.0:S/ http://0x0:S/ http://00:S/ http://0.0:S/
http://[::1]:X/ http://[::]:S/ http://[0:0:0:0:0:0:0:1]:X/ http://[0000::0001]:X/ http://[::ffff:7f00:1]:P/
http://[::ffff:127.0.0.1]:P/ http://[::FFFF:127.0.0.1]:P/ http://[0:0:0:0:0:ffff:7f00:0001]:P/ http://[::127.0.0.1]:P/
http://[::7f00:1]:P/ http://[64:ff9b::7f00:1]:P/ http://[64:ff9b::127.0.0.1]:P/ http://[64:ff9b:1::7f00:1]:P/
http://[2002:7f00:1::]:P/ http://[2002:7f00:1::1]:P/ http://[2001:0:4136:e378:8000:63bf:80ff:fffe]:P/
http://[::ffff:0:127.0.0.1]:P/ http://[fe80::1]:X/ http://[fe80::1%25lo]:X/ http://[fec0::1]:X/ http://[fc00::1]:X/
http://[fd00:ec2::254]/ http://[ff02::1]:X/ http://[2001:db8::1]/ http://[3fff::1]/ http://[100::1]/
http://169.254.169.254/latest/meta-data/ http://2852039166/ http://0xa9fea9fe/ http://0251.0376.0251.0376/
http://169.254.43518/ http://[::ffff:a9fe:a9fe]/ http://100.100.100.200/ http://192.0.0.192/ http://168.63.129.16/
http://10.0.0.1/ http://10.255.255.255/ http://172.16.0.1/ http://172.31.255.255/ http://192.168.0.1/ http://100.64.0.1/
http://100.127.255.255/ http://198.18.0.1/ http://198.19.255.255/ http://192.0.2.1/ http://198.51.100.1/
http://203.0.113.1/ http://192.88.99.1/ http://224.0.0.1/ http://239.255.255.255/ http://240.0.0.1/ http://255.255.255.255/
http://user@127.0.0.1:P/ http://user:pass@127.0.0.1:P/ http://example.com@127.0.0.1:P/ http://example.com:80@127.0.0.1:P/
http://127.0.0.1:P@example.com/ http://example.com%40127.0.0.1:P/ http://example.com%23@127.0.0.1:P/
http://example.com\\@127.0.0.1:P/ http:\\\\127.0.0.1:P/ http:/127.0.0.1:P/ http:127.0.0.1:P/ http:///127.0.0.1:P/
//127.0.0.1:P/ 127.0.0.1:P/ http://127.0.0.1:P#@example.com/ http://127.0.0.1:P?@example.com/ http://127.0.0.1:P\\@example.com/
http://%31%32%37.0.0.1:P/ http://%31%32%37%2e0%2e0%2e1:P/ http://127%2e0%2e0%2e1:P/ http://127。0。0。1:P/ http://127．0．0．1:P/
http://１２７.０.０.１:P/ http://①②⑦.⓪.⓪.①:P/ http://⑫7.0.0.1:P/ http://0ⅹ7f.1:P/ http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:P/ http://ｌｏｃａｌｈｏｓｔ:P/
http://LOCALHOST:P/ http://LocalHost.:P/ http://localhost%00.example.com:P/ http://loc%61lhost:P/
http://localhost%2eexample:P/ http://127.0.0.1%00.example.com:P/ http://127.0.0.1%0a.example.com:P/ http://127.0.0.1%20:P/
http://127.0.0.1%09:P/ http://[127.0.0.1]:P/ http://[::1:X/ http://::1:X/ http://1:P:P/ http://127.0.0.1:99999/
http://127.0.0.1:-1/ http://127.0.0.1:0P/ http://127.0.0.1:22/ http://127.0.0.1:6379/ http://93.184.216.34:22/
http://93.184.216.34:25/ https://93.184.216.34:993/ http://[2606:2800:220:1::1]:587/
file:///etc/passwd ftp://127.0.0.1:P/ gopher://127.0.0.1:P/_GET dict://127.0.0.1:P/ ldap://127.0.0.1:P/ ws://127.0.0.1:P/
data:text/plain,hello javascript:alert(1) blob:http://127.0.0.1:P/ jar:http://127.0.0.1:P!/ unix:/run/skein.sock http+unix://%2frun
`
  .trim()
  .split(/\s+/)

export const withControls = [
  'http://127.0.0.1:P\0.example.com/',
  'http://example.com\0@127.0.0.1:P/',
  'http://127.0.0.1\t:P/',
  'http://127.0.0\n.1:P/',
  'http://127.0.0.1:P/\r\nHost: example.com',
  'http://loop.example:P/\r\nX: y',
  '\u0001http://127.0.0.1:P/',
  ' http://127.0.0.1:P/',
  'ht\ntp://127.0.0.1:P/',
  'http://127.0.0.1:P/\u007f',
  'http://127.0.0.1 :P/',
  '',
]

export const byName = [
  ...Object.keys(names).map((name) => `http://${name}:P/`),
  'http://loop.example.:P/',
  'http://LOOP.EXAMPLE:P/',
  'http://lоcalhost:P/',
  'http://loop.example:S/feed?token=hush',
  'https://loop.example:P/',
]

/** What a server that is allowed answers with; [status, where to]. */
export const onwards: [number, string][] = [
  ...[301, 302, 303, 307, 308].map((status): [number, string] => [status, 'http://127.0.0.1:P/']),
  ...[
    '//127.0.0.1:P/',
    'http://localhost:P/',
    'http://2130706433:P/',
    'http://0x7f.1:P/',
    'http://[::1]:X/',
    'http://[::ffff:7f00:1]:P/',
    'http://loop.example:P/',
    'http://mixed.example:P/',
    'http://metadata.example/',
    'https://127.0.0.1:P/',
    'http://user:pass@127.0.0.1:P/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:P/_x',
    'ftp://127.0.0.1:P/',
    'data:,x',
    'http:\\\\127.0.0.1:P\\',
    '\\\\127.0.0.1:P/',
    'http://192.168.0.1/',
    'http://',
    'http://127.0.0.1:P/ with blanks',
  ].map((to): [number, string] => [302, to]),
]
