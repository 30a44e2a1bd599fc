# Sets Postfix up for the domain in PBEM_DOMAIN and runs it in the foreground. Its own lines are those
# of own-domain.cf, with the domain and the host that takes letters put into them.
set -eu
domain="${PBEM_DOMAIN:-localhost}"
sed -e "s/play\.example\.org/$domain/g" -e 's/\[127\.0\.0\.1\]:8024/[pbem]:8024/' \
    /etc/postfix/own-domain.cf >> /etc/postfix/main.cf
postconf -e "myhostname = mail.$domain" 'mydestination =' 'inet_interfaces = all' \
    'mynetworks_style = subnet' 'maillog_file = /dev/stdout' \
    'smtp_tls_security_level = may' 'smtpd_tls_security_level = may'
exec postfix start-fg
