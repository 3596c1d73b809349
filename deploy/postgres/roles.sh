#!/bin/sh
# Makes a role and its databases for Daywright and for Temporal. The image runs this once, when the data folder is empty.
set -eu

# The passwords are read from the environment, where no list of processes shows them.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv daywright_password DAYWRIGHT_DB_PASSWORD
\getenv temporal_password TEMPORAL_DB_PASSWORD
CREATE ROLE daywright LOGIN PASSWORD :'daywright_password';
CREATE ROLE temporal LOGIN PASSWORD :'temporal_password';
CREATE DATABASE daywright OWNER daywright;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE daywright, temporal, temporal_visibility FROM PUBLIC;
SQL
