# Connects to the socket on which systemd listens for the state of a service, and then becomes the program named by the
# arguments. That program finds the connection in the descriptor SKEIN_NOTIFY_FD.
#
# Node cannot open such a socket. A helper process could, but then systemd would have to believe every process of the
# service (NotifyAccess=all). This way it believes the daemon alone (NotifyAccess=main).
use strict;
use warnings;
use Fcntl;
use Socket;

my $connection;
if (my $path = $ENV{NOTIFY_SOCKET}) {
    $path =~ s/^\@/\0/;
    socket($connection, AF_UNIX, SOCK_DGRAM, 0) or die "no socket: $!\n";
    connect($connection, pack_sockaddr_un($path)) or die "systemd does not listen at $ENV{NOTIFY_SOCKET}: $!\n";
    fcntl($connection, F_SETFD, 0) or die "the connection cannot be inherited: $!\n";
    $ENV{SKEIN_NOTIFY_FD} = fileno $connection;
}
exec { $ARGV[0] } @ARGV or die "cannot start $ARGV[0]: $!\n";
