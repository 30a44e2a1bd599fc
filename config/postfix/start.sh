# Sets Postfix up for the domain in PBEM_DOMAIN and runs it in the foreground. Its own lines are those
# of own-domain.cf, with the domain and the host that takes letters put into them.
#
# Port 25 is open to the world and takes letters for pbem alone: behind a proxy of the container
# engine a stranger may seem to come from this network, so nobody there may send through it. pbem
# hands its mail in on port 2525, which is open to this network alone and never published.
set -eu
domain="${PBEM_DOMAIN:-localhost}"
at="${MAIL_CONFIG:-/etc/postfix}"
lines="${PBEM_LINES:-/etc/postfix/own-domain.cf}"
[ -e "$at/main.cf.first" ] || cp "$at/main.cf" "$at/main.cf.first"
{
    cat "$at/main.cf.first"
    sed -e "s/play\.example\.org/$domain/g" -e 's/\[127\.0\.0\.1\]:8024/[pbem]:8024/' "$lines"
} > "$at/main.cf"
postconf -c "$at" -e "myhostname = mail.$domain" 'mydestination =' 'inet_interfaces = all' \
    'mynetworks_style = host' 'maillog_file = /dev/stdout' \
    'smtp_tls_security_level = may' 'smtpd_tls_security_level = may'
postconf -c "$at" -X mynetworks 2>/dev/null || true
# Names are looked up outside the chroot: inside it there is no resolv.conf.
postconf -c "$at" -F '*/*/chroot = n'
postconf -c "$at" -M '2525/inet = 2525 inet n - n - - smtpd'
postconf -c "$at" -P '2525/inet/mynetworks_style = subnet'
exec postfix -c "$at" start-fg
