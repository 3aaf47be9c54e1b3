select day, count(*)
from orders
group by day;
