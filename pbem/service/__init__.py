"""The use cases: each public function is one transaction and takes `now`."""
