-- Takes everything from Temporal; the job temporal-schema makes its tables again. The server must be stopped.
DROP DATABASE IF EXISTS temporal WITH (FORCE);
DROP DATABASE IF EXISTS temporal_visibility WITH (FORCE);
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE temporal, temporal_visibility FROM PUBLIC;
